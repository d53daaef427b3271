import { NodeApiError, type INode } from 'n8n-workflow';

import {
	isOutcomeUnknown,
	MAY_HAVE_BEEN_SAVED,
} from '../../../nodes/Vitally/errors/unknownOutcome';
import { VitallyError } from '../../../nodes/Vitally/errors/vitallyError';
import type {
	Outcome,
	ServiceRequest,
	WriteRequest,
} from '../../../nodes/Vitally/transport/client';
import { apiError } from '../../../nodes/Vitally/transport/errors/apiErrors';
import { networkError } from '../../../nodes/Vitally/transport/errors/networkErrors';
import { toNodeApiError } from '../../../nodes/Vitally/transport/errors/toNodeApiError';
import { clientOf } from '../virtualClock.cts';

const client = clientOf(async () => {}, { credentials: { apiKey: 'sk_live_secret' } });
const path = '/resources/accounts/a';
const get: ServiceRequest = { method: 'GET', path };
const put: WriteRequest = { method: 'PUT', path, target: 'noRecord' };
const errorOf = (status: number, body?: unknown, request: ServiceRequest = get) =>
	apiError({ request, status, headers: {}, body, outcome: 'rejected' }, client);

describe('the error for a response', () => {
	it.each<{ status: number; message: string; cause: string | undefined }>([
		{
			status: 99,
			message: 'Vitally or a proxy reported success, but returned an error instead of a record',
			cause: undefined,
		},
		{
			status: 200,
			message: 'Vitally or a proxy reported success, but returned an error instead of a record',
			cause: undefined,
		},
		{
			status: 299,
			message: 'Vitally or a proxy reported success, but returned an error instead of a record',
			cause: undefined,
		},
		{ status: 300, message: 'The address in the credential redirects elsewhere', cause: undefined },
		{ status: 399, message: 'The address in the credential redirects elsewhere', cause: undefined },
		{ status: 400, message: 'Vitally rejected this item', cause: undefined },
		{ status: 401, message: 'Vitally does not accept the API key', cause: 'credential-invalid' },
		{
			status: 403,
			message: 'Vitally does not allow this request with the API key',
			cause: undefined,
		},
		{ status: 404, message: 'Vitally has no record with this ID', cause: undefined },
		{
			status: 407,
			message: 'The proxy between n8n and Vitally asks for a login',
			cause: undefined,
		},
		{ status: 418, message: 'Vitally rejected the request', cause: undefined },
		{ status: 429, message: "Vitally's rate limit is reached", cause: 'rate-limited' },
		{
			status: 500,
			message: 'Vitally could not process the request at the moment',
			cause: 'temporarily-unavailable',
		},
		{
			status: 503,
			message: 'Vitally could not process the request at the moment',
			cause: 'temporarily-unavailable',
		},
	])('says what a $status means, to people and to n8n', ({ status, message, cause }) => {
		const error = errorOf(status);

		expect({ message: error.message, cause: error.facts.failure?.cause }).toEqual({
			message,
			cause,
		});
		expect(error.description).toMatch(
			new RegExp(`^[A-Z].+ \\(HTTP ${status}, GET /resources/accounts/a\\)$`),
		);
	});

	it.each([
		[400, 'Vitally rejected this item: no name'],
		[409, 'Vitally rejected the request: no name'],
		[422, 'Vitally rejected the request: no name'],
	])('quotes the service in its title where values are invalid: %i', (status, title) => {
		const { message, description, facts } = errorOf(status, { error: 'no name' });

		expect(message).toBe(title);
		expect(facts.serviceMessage).toBe('no name');
		expect(description).not.toContain('Vitally says: "no name".');
	});

	it.each([400, 401, 403, 404, 409, 422, 429, 500])(
		'quotes the service once, as a tool shows title and description together: %i',
		(status) => {
			const { message, description } = errorOf(status, { error: 'no name' });

			expect(`${message} ${description}`.split('no name')).toHaveLength(2);
		},
	);

	it('quotes the service in its description where something else is wrong', () => {
		const { message, description, facts } = errorOf(404, { error: 'no name' });

		expect(message).toBe('Vitally has no record with this ID');
		expect(facts.serviceMessage).toBe('no name');
		expect(description).toContain('Vitally says: "no name".');
	});

	it.each<{ request: ServiceRequest; outcome: Outcome; isDoubtful: boolean }>([
		{ request: put, outcome: 'unknown', isDoubtful: true },
		{ request: put, outcome: 'done', isDoubtful: true },
		{ request: put, outcome: 'rejected', isDoubtful: false },
		{ request: put, outcome: 'notSent', isDoubtful: false },
		{ request: get, outcome: 'unknown', isDoubtful: false },
	])(
		'says whether the change of a $request.method that is $outcome may have been saved: $isDoubtful',
		({ request, outcome, isDoubtful }) => {
			const error = apiError({ request, status: 400, headers: {}, body: '', outcome }, client);

			expect({
				isSaid: error.description.includes(MAY_HAVE_BEEN_SAVED),
				isNoted: isOutcomeUnknown(error),
			}).toEqual({ isSaid: isDoubtful, isNoted: isDoubtful });
		},
	);

	it.each([400, 404, 409])('says that a web page came in its place: %i', (status) => {
		const explain = { 404: { message: 'No account', description: 'Check the ID.' } };
		const error = errorOf(status, '\n<!DOCTYPE html>', { ...get, explain });

		expect(error.message).toBe("The response is a web page instead of Vitally's answer");
		expect(error.facts).toEqual({ failure: { cause: 'temporarily-unavailable' } });
	});

	it('says what the request says of a status, without the key', () => {
		const own = { message: 'No sk_live_secret', description: 'Not sk_live_secret.', field: 'Note' };
		const error = errorOf(404, undefined, { ...get, explain: { 404: own } });

		expect(error).toMatchObject({ message: 'No ***', facts: { field: 'Note' } });
		expect(error.description).toMatch(/^Not \*\*\*\. /);
	});
});

describe('the error for a request without a response', () => {
	const error = new Error('failed, sk_live_secret');

	it.each([
		[1, '1 time'],
		[3, '3 times'],
	])(
		'names the address and how often the request was sent, without the key: %i',
		(attempts, times) => {
			const { description } = networkError({ error, kind: 'other' }, attempts, client, get);
			const details = `(failed, ***; GET https://acme.example.com${path}, sent ${times})`;

			expect(description.slice(-details.length)).toBe(details);
		},
	);

	it("passes on the error of the credential that n8n's helper wraps", () => {
		const cause = new VitallyError('No key', '');
		const wrapped = { error: new Error('wrapped', { cause }), kind: 'other' as const };

		expect(networkError(wrapped, 1, client, get)).toBe(cause);
	});
});

describe('toNodeApiError', () => {
	const node = { name: 'Vitally', type: 'vitally' } as INode;
	const details = { rejected: 1 };
	const failure = { cause: 'configuration-invalid' } as const;
	const facts = { status: 404, details, failure };
	const error = new VitallyError('ENOENT is no account', 'Check it.', facts);

	it("passes on the text, the item, the status, the details and n8n's kind of failure", () => {
		const converted = toNodeApiError(error, node, 2);
		const { message, description, httpCode, context } = converted;

		expect({
			message,
			description,
			httpCode,
			item: context.itemIndex,
			details: context.data,
			failure: converted.failure,
		}).toEqual({
			message: 'ENOENT is no account [item 2]',
			description: 'Check it.',
			httpCode: '404',
			item: 2,
			details,
			failure,
		});
	});

	it('adds no item, status or details where there are none', () => {
		const { message, httpCode, context } = toNodeApiError(new Error('No'), node);

		expect(message).toBe('No');
		expect(httpCode).toBeNull();
		expect(context).not.toHaveProperty('data');
	});

	it('returns a NodeApiError unchanged', () => {
		const own = new NodeApiError(node, {});

		expect(toNodeApiError(own, node, 0)).toBe(own);
	});
});
