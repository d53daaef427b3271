import type { IDataObject } from 'n8n-workflow';

import { recordListOf } from '../../nodes/Vitally/records/recordList';
import { listKeyedBy, searchByEmail, searchRecords } from '../../nodes/Vitally/records/search';
import { userType } from '../../nodes/Vitally/resources/recordTypes';
import type { SendContext } from '../../nodes/Vitally/transport/client';
import { rejectionOf, seenError, type SeenError } from '../errors/thrownError.cts';

const EMAIL = 'ann@acme.example';
const ANN = { id: 'u1', email: EMAIL };

const answering = (body: unknown, status = 200): SendContext => ({
	send: async (request) => ({ request, status, headers: {}, body, outcome: 'done' }),
});

const idsOf = (records: IDataObject[]) => records.map(({ id }) => id);

const NO_ANSWERS = [
	{ answer: 'a web page', body: '<html>Sign in</html>' },
	{ answer: 'a text', body: 'OK' },
	{ answer: 'a list of texts', body: ['u1'] },
	{ answer: 'results that are no objects', body: { results: ['u1'] } },
];

const noRecordError = (path: string): SeenError => ({
	class: 'VitallyError',
	message: 'The response is not a Vitally record',
	description: `Check 'Data Center' and the fields below it in the credential: the response may be from a proxy instead of Vitally. (HTTP 200, GET ${path})`,
	facts: { status: 200 },
});

describe('a search by email address', () => {
	const search = async (body: unknown, status?: number) =>
		idsOf(await searchByEmail(answering(body, status), userType, 'Ann@acme.example'));

	it.each([
		{ answer: 'results', body: { results: [ANN, { id: 'u2', email: 'bob@acme.example' }] } },
		{ answer: 'a list', body: [ANN] },
		{ answer: 'one object', body: ANN },
	])('finds the people with the address in $answer', async ({ body }) => {
		expect({ found: await search(body).catch(seenError) }).toEqual({ found: ['u1'] });
	});

	it.each([
		{ answer: 'without results', body: { results: [] } },
		{ answer: 'of an empty object', body: {} },
		{ answer: 'without a body', body: undefined },
		{ answer: 'of null', body: null },
	])('finds nobody after an answer $answer', async ({ body }) => {
		expect({ found: await search(body).catch(seenError) }).toEqual({ found: [] });
	});

	it.each([
		{ near: 'a longer name', email: `jo${EMAIL}` },
		{ near: 'a longer domain', email: `${EMAIL}.org` },
		{ near: 'blanks around it', email: ` ${EMAIL}` },
		{ near: 'no address', email: null },
	])('does not find a person with $near, whom the service returns too', async ({ email }) => {
		const found = await search({ results: [{ id: 'u2', email }, ANN] });

		expect({ found }).toEqual({ found: ['u1'] });
	});

	it('finds nobody after a 404', async () => {
		expect({ found: await search({ error: 'Not found' }, 404) }).toEqual({ found: [] });
	});

	it.each([
		...NO_ANSWERS,
		{ answer: 'a wrapper of another name', body: { users: [ANN] } },
		{ answer: 'results without email addresses', body: { results: [{ id: 'u1' }] } },
		{ answer: 'results without IDs', body: { results: [{ email: EMAIL }] } },
	])('rejects $answer instead of finding no one', async ({ body }) => {
		expect(await rejectionOf(search(body))).toEqual(noRecordError('/resources/users/search'));
	});
});

describe('the searches for an email address', () => {
	const IN_CAPITALS = 'Ann@acme.example';

	it.each([
		{
			what: 'once as it is written, where that finds a person',
			email: IN_CAPITALS,
			found: [ANN],
			searches: [IN_CAPITALS],
		},
		{
			what: 'once more in lower case, where that finds nobody',
			email: IN_CAPITALS,
			found: [],
			searches: [IN_CAPITALS, EMAIL],
		},
		{
			what: 'once, where it is in lower case and finds nobody',
			email: EMAIL,
			found: [],
			searches: [EMAIL],
		},
	])('go out $what', async ({ email, found, searches }) => {
		const sent: unknown[] = [];
		const { send } = answering({ results: found });
		const context: SendContext = {
			send: async (request) => {
				sent.push(request.query?.email);

				return await send(request);
			},
		};

		await searchByEmail(context, userType, email);

		expect({ searches: sent }).toEqual({ searches });
	});
});

describe('a row of a table that names a person by an email address', () => {
	const read = async (people: IDataObject[], email = EMAIL) => {
		const list = listKeyedBy('email', userType, recordListOf(userType));

		return await list.read?.(answering({ results: people }), email).catch(seenError);
	};

	it('finds the person', async () => {
		expect(await read([ANN])).toEqual(ANN);
	});

	it('finds nobody where nobody has the address', async () => {
		expect({ found: await read([]) }).toEqual({ found: undefined });
	});

	it('fails where two people have the address', async () => {
		expect(await read([ANN, { ...ANN, id: 'u2' }])).toEqual({
			class: 'VitallyError',
			message: `2 users have the email address "${EMAIL}"`,
			description: "Choose one of them by its Vitally ID, for example with 'By ID'.",
			facts: {},
		});
	});

	it('searches for the address as the table writes it', async () => {
		const sent: unknown[] = [];
		const list = listKeyedBy('email', userType, recordListOf(userType));
		const { send } = answering({ results: [ANN] });

		list.spellings?.set(EMAIL, 'Ann@Acme.example');
		await list.read?.(
			{
				send: async (request) => {
					sent.push(request.query?.email);

					return await send(request);
				},
			},
			EMAIL,
		);

		expect({ searches: sent }).toEqual({ searches: ['Ann@Acme.example'] });
	});
});

describe('a search of records', () => {
	const search = async (body: unknown) =>
		idsOf(await searchRecords(answering(body), '/instances/search', { externalId: 'e1' }));

	it.each([
		{ answer: 'a list', body: [ANN], ids: ['u1'] },
		{ answer: 'an empty list', body: [], ids: [] },
		{ answer: 'no results', body: { results: [] }, ids: [] },
	])('finds those in $answer', async ({ body, ids }) => {
		expect({ found: await search(body).catch(seenError) }).toEqual({ found: ids });
	});

	it.each([
		...NO_ANSWERS,
		{ answer: 'nothing', body: undefined },
		{ answer: 'null', body: null },
		{ answer: 'an empty object', body: {} },
		{ answer: 'a wrapper of another name', body: { data: [] } },
	])('rejects $answer instead of finding no record', async ({ body }) => {
		expect(await rejectionOf(search(body))).toEqual(noRecordError('/instances/search'));
	});
});
