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
import {
	networkError,
	type NetworkErrorKind,
} from '../../../nodes/Vitally/transport/errors/networkErrors';
import { toNodeApiError } from '../../../nodes/Vitally/transport/errors/toNodeApiError';
import { seenError } from '../../errors/thrownError.cts';
import { clientOf } from '../virtualClock.cts';

const client = clientOf(async () => {}, { credentials: { apiKey: 'sk_live_secret' } });
const path = '/resources/accounts/a';
const get: ServiceRequest = { method: 'GET', path };
const put: WriteRequest = { method: 'PUT', path, target: 'noRecord' };
const errorOf = (status: number, body?: unknown, request: ServiceRequest = get) =>
	apiError({ request, status, headers: {}, body, outcome: 'rejected' }, client);

describe('the error for a response', () => {
	const REDIRECTS = 'The address in the credential redirects elsewhere';
	const CHECK_REDIRECT =
		"Check 'Data Center' and the fields below it in the credential: the API itself never redirects.";
	const NO_RECORD =
		'Vitally or a proxy reported success, but returned an error instead of a record';
	const CHECK_PROXY =
		"Check 'Data Center' and the fields below it in the credential: the response may be from a proxy instead of Vitally.";
	const REJECTED = 'Vitally rejected the request';
	const CHECK_VALUES = 'Check the values of this item.';
	const BUSY = 'Vitally could not process the request at the moment';
	const LATER = 'Run the workflow again later.';

	interface StatusCase {
		status: number;
		message: string;
		description: string;
		/** Why n8n's durable scheduler takes it to fail. */
		cause?: string;
	}

	const STATUSES: StatusCase[] = [
		{ status: 99, message: NO_RECORD, description: CHECK_PROXY },
		{ status: 200, message: NO_RECORD, description: CHECK_PROXY },
		{ status: 299, message: NO_RECORD, description: CHECK_PROXY },
		{ status: 300, message: REDIRECTS, description: CHECK_REDIRECT },
		{ status: 399, message: REDIRECTS, description: CHECK_REDIRECT },
		{
			status: 400,
			message: 'Vitally rejected this item',
			description: 'Check the values of this item and run it again.',
		},
		{
			status: 401,
			message: 'Vitally does not accept the API key',
			description:
				'Check the API key in the credential. It may be revoked or regenerated, or belong to another workspace or data center.',
			cause: 'credential-invalid',
		},
		{
			status: 403,
			message: 'Vitally does not allow this request with the API key',
			description:
				'Check the API key in the credential. If it is right, ask an administrator of your Vitally workspace what the key may do.',
		},
		{
			status: 404,
			message: 'Vitally has no record with this ID',
			description:
				'Check the IDs of this item. The record may be deleted or belong to another workspace.',
		},
		{
			status: 407,
			message: 'The proxy between n8n and Vitally asks for a login',
			description:
				"Add the user name and the password to the address of the proxy: HTTPS_PROXY in the environment of n8n, or 'Proxy' under Request Options in the node's settings.",
		},
		{ status: 409, message: REJECTED, description: CHECK_VALUES },
		{ status: 418, message: REJECTED, description: CHECK_VALUES },
		{ status: 422, message: REJECTED, description: CHECK_VALUES },
		{
			status: 429,
			message: "Vitally's rate limit is reached",
			description: 'Wait a minute, or spread the work over a longer time.',
			cause: 'rate-limited',
		},
		{ status: 499, message: REJECTED, description: CHECK_VALUES },
		{ status: 500, message: BUSY, description: LATER, cause: 'temporarily-unavailable' },
		{ status: 503, message: BUSY, description: LATER, cause: 'temporarily-unavailable' },
		{ status: 600, message: BUSY, description: LATER, cause: 'temporarily-unavailable' },
	];

	it.each(STATUSES)('says what a $status means, and what to do', (statusCase) => {
		const { status, message, description } = statusCase;
		const error = errorOf(status);

		expect({ message: error.message, description: error.description }).toEqual({
			message,
			description: `${description} (HTTP ${status}, GET /resources/accounts/a)`,
		});
	});

	it.each(STATUSES)('says of a $status to n8n that its cause is $cause', ({ status, cause }) => {
		const { facts } = errorOf(status);

		expect({ status: facts.status, cause: facts.failure?.cause }).toEqual({ status, cause });
	});

	it.each([
		{ status: 400, title: 'Vitally rejected this item: no name' },
		{ status: 409, title: 'Vitally rejected the request: no name' },
		{ status: 422, title: 'Vitally rejected the request: no name' },
	])('quotes the service in its title where values are invalid: $status', ({ status, title }) => {
		const { message, facts } = errorOf(status, { error: 'no name' });

		expect({ message, serviceMessage: facts.serviceMessage }).toEqual({
			message: title,
			serviceMessage: 'no name',
		});
	});

	it.each([400, 401, 403, 404, 409, 422, 429, 500])(
		'quotes the service once, as a tool shows title and description together: %i',
		(status) => {
			const { message, description } = errorOf(status, { error: 'no name' });
			const quotes = `${message} ${description}`.split('no name').length - 1;

			expect({ quotes }).toEqual({ quotes: 1 });
		},
	);

	it.each([401, 403, 404, 407, 418, 429, 500])(
		'quotes the service in its description where something else is wrong: %i',
		(status) => {
			const plain = errorOf(status);
			const { message, description, facts } = errorOf(status, { error: 'no name' });
			const source = `(HTTP ${status}, GET ${path})`;

			expect({ message, description, serviceMessage: facts.serviceMessage }).toEqual({
				message: plain.message,
				description: plain.description.replace(source, `Vitally says: "no name". ${source}`),
				serviceMessage: 'no name',
			});
		},
	);

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

		expect(seenError(error)).toEqual({
			class: 'VitallyError',
			message: "The response is a web page instead of Vitally's answer",
			description: `Run the item again later. ${CHECK_PROXY} (HTTP ${status}, GET ${path})`,
			facts: { failure: { cause: 'temporarily-unavailable' } },
		});
	});

	it.each([
		{ status: 400, field: 'Note' },
		{ status: 404, field: 'Note' },
		{ status: 409, field: 'Note' },
		{ status: 404, field: undefined },
	])('has of a $status the field $field, which its request names', ({ status, field }) => {
		const explain = { [status]: { message: 'No note', description: 'Check it.', field } };

		expect({ field: errorOf(status, undefined, { ...get, explain }).facts.field }).toEqual({
			field,
		});
	});

	it('has the message and the description that its request has for a status, without the key', () => {
		const own = { message: 'No sk_live_secret', description: 'Not sk_live_secret.', field: 'Note' };
		const error = errorOf(404, undefined, { ...get, explain: { 404: own } });

		expect(seenError(error)).toEqual({
			class: 'VitallyError',
			message: 'No ***',
			description: `Not ***. (HTTP 404, GET ${path})`,
			facts: { status: 404, field: 'Note' },
		});
	});
});

describe('the error for a request without a response', () => {
	const error = new Error('failed, sk_live_secret');

	it.each<{ kind: NetworkErrorKind; message: string; advice: string }>([
		{
			kind: 'notSent',
			message: 'Could not connect to Vitally',
			advice:
				"Check 'Data Center' and the fields below it in the credential, and that n8n reaches this address. If n8n connects through a proxy, by HTTPS_PROXY in its environment or 'Proxy' under Request Options, check that the proxy runs.",
		},
		{
			kind: 'certificate',
			message: "The certificate of Vitally's address is not trusted",
			advice:
				'If your network uses a proxy with its own certificate, set NODE_EXTRA_CA_CERTS in the environment of n8n to a file with the CA certificate, and restart n8n.',
		},
		{
			kind: 'invalidCertificate',
			message: "The certificate of Vitally's address has expired, or belongs to another host",
			advice:
				"Check 'Data Center' and the fields below it in the credential. Also check the clock of the machine on which n8n runs, and the certificate of a proxy between n8n and Vitally.",
		},
		{
			kind: 'notTls',
			message: 'The address in the credential does not support https',
			advice:
				"Check 'Base URL' in the credential and the address of a proxy. The port may be the one for http.",
		},
		{
			kind: 'blocked',
			message: 'n8n does not allow requests to this address',
			advice:
				"Check 'Base URL' and the allowed domains in the credential, or ask the administrator of n8n to allow the address: n8n protects internal addresses against requests.",
		},
		{
			kind: 'timeout',
			message: 'Vitally did not respond in time',
			advice:
				"Run the item again later, or raise 'Timeout' under Request Options in the node's settings.",
		},
		{
			kind: 'connectionLost',
			message: 'The connection to Vitally was lost before it responded',
			advice: 'Run the item again later.',
		},
		{
			kind: 'other',
			message: 'Vitally could not be reached',
			advice:
				"Check 'Data Center' and the fields below it in the credential, and that n8n reaches this address.",
		},
	])('says what $kind means, and what to do', ({ kind, message, advice }) => {
		const details = `(failed, ***; GET https://acme.example.com${path}, sent 1 time)`;

		expect(seenError(networkError({ error, kind }, 1, client, get))).toEqual({
			class: 'VitallyError',
			message,
			description: `${advice} ${details}`,
			facts: { failure: { cause: 'temporarily-unavailable' } },
		});
	});

	it.each([
		[1, '1 time'],
		[2, '2 times'],
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

		expect({ message, httpCode, item: context.itemIndex, details: context.data }).toEqual({
			message: 'No',
			httpCode: null,
			item: undefined,
			details: undefined,
		});
	});

	it('returns a NodeApiError unchanged', () => {
		const own = new NodeApiError(node, {});

		expect(toNodeApiError(own, node, 0)).toBe(own);
	});
});
