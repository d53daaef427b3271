import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { emptyFieldError, notWholeNumberError } from '../../errors/valueErrors.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import {
	addResponses,
	NPS_RESPONSES,
	responseOf,
	withScores,
} from '../../fixtures/npsResponses.cts';
import { GET, PUT } from '../../fixtures/requests.cts';
import { USER_SEARCH } from '../../fixtures/users.cts';

const list = (query: object = {}) =>
	GET(NPS_RESPONSES, { limit: '100', sortBy: 'createdAt', ...query });
const byPath = (id: string) => GET(`${NPS_RESPONSES}/${id}`);

describeOperation('npsResponse: get', [
	{
		name: 'looks for an External ID in both lists',
		given: addResponses,
		parameters: { npsResponseId: byExternalId('={{ $json.id }}') },
		items: [{ id: 'R2' }, { id: 'R1' }],
		sends: [list(), list({ target: 'organization' }), byPath('nps-1'), byPath('nps-2')],
		returns: [{ id: 'nps-2' }, { id: 'nps-1' }],
	},
]);

describeOperation('npsResponse: getAll', [
	{
		name: 'returns those for accounts',
		given: addResponses,
		parameters: { filters: { target: 'accounts' } },
		sends: [GET(NPS_RESPONSES, { limit: '50', sortBy: 'updatedAt', target: 'accounts' })],
		returns: [{ id: 'nps-1' }],
	},
	{
		name: 'returns those for organizations, whose target Vitally calls by the singular',
		given: addResponses,
		parameters: { filters: { target: 'organizations' } },
		sends: [GET(NPS_RESPONSES, { limit: '50', sortBy: 'updatedAt', target: 'organization' })],
		returns: [{ id: 'nps-2' }],
	},
	...[
		{ what: 'at most 6', filters: { scoreAtMost: 6 }, scores: [6, 0] },
		{ what: 'at least 9', filters: { scoreAtLeast: '9' }, scores: [10, 9] },
		{ what: 'from 7 to 8', filters: { scoreAtMost: 8, scoreAtLeast: 7 }, scores: [8, 7] },
	].map(({ what, filters, scores }) => ({
		name: `returns the scores ${what}, and no response without a score`,
		given: withScores(0, 6, 7, 8, 9, 10, null),
		parameters: { filters },
		returns: scores.map((score) => ({ id: `with score ${score}` })),
	})),
]);

const create = { userId: byId('user-1'), score: 9, respondedAt: '2026-03-01T10:00:00+02:00' };

describeOperation('npsResponse: create', [
	...([11, 7.5, 'nine'] as const).map((score) => ({
		name: `rejects the score ${JSON.stringify(score)}, before anything is sent`,
		parameters: { ...create, score: `={{ ${JSON.stringify(score)} }}` },
		throws: notWholeNumberError('Score', JSON.stringify(score), '0 to 10'),
		sends: [],
	})),
	{
		name: 'sends the highest score',
		given: addResponses,
		parameters: { ...create, score: '10' },
		then: ({ requests }) => expect(requests[0].body).toMatchObject({ score: 10 }),
	},
	...['ignore', 'clear', 'send'].map((emptyValues) => ({
		name: `sends the score 0, which is not empty, with the rule ${emptyValues}`,
		given: addResponses,
		parameters: { ...create, score: 0, options: { emptyValues } },
		then: ({ requests }: Sandbox) => expect(requests[0].body).toMatchObject({ score: 0 }),
	})),
	{
		name: 'treats no score as none, not as 0',
		parameters: { ...create, score: '={{ $json.missing }}' },
		throws: emptyFieldError('Score'),
		sends: [],
	},
]);

describeOperation('npsResponse: delete', [
	{
		name: 'deletes by its Vitally ID the response that an External ID names, which the path does not accept',
		given: addResponses,
		parameters: { npsResponseId: byExternalId('R1') },
		returns: [{ deleted: true, id: 'nps-1', externalId: 'R1' }],
		then: ({ requests }) =>
			expect({ last: requests.at(-1)?.path }).toEqual({ last: `${NPS_RESPONSES}/nps-1` }),
	},
]);

const update = { npsResponseId: byId('nps-1') };

describeOperation('npsResponse: update', [
	...[
		{ field: 'userId', blank: byId('') },
		{ field: 'score', blank: '' },
		{ field: 'respondedAt', blank: '' },
	].map(({ field, blank }) => ({
		name: `sends the ${field} of the response where it is blank, because nothing clears it`,
		given: addResponses,
		parameters: {
			...update,
			updateFields: { [field]: blank, feedback: 'New' },
			options: { emptyValues: 'clear' },
		},
		then: ({ requests }: Sandbox) =>
			expect(requests.at(-1)?.body).toEqual({
				userId: 'user-1',
				score: 7,
				respondedAt: '2026-01-01T00:00:00.000Z',
				feedback: 'New',
			}),
	})),
	{
		name: 'sends what is set in place of what it reads, 0 too',
		given: addResponses,
		parameters: {
			...update,
			updateFields: {
				score: 0,
				respondedAt: '2026-03-01',
				userId: byEmail('head@group.example'),
				externalId: 'R9',
			},
		},
		sends: [
			GET(USER_SEARCH, { email: 'head@group.example' }),
			byPath('nps-1'),
			PUT(`${NPS_RESPONSES}/nps-1`, {
				userId: 'user-2',
				score: 0,
				respondedAt: '2026-03-01T00:00:00.000Z',
				externalId: 'R9',
			}),
		],
		returns: [{ id: 'nps-1', userId: 'user-2', score: 0, externalId: 'R9', feedback: 'Good' }],
	},
	{
		name: 'loses no change of items that pick one response by different IDs',
		// Without a lock, the second item reads the score before the first one writes it.
		given: withFault(addResponses, { kind: 'delay', ms: 100, on: { method: 'PUT' } }),
		parameters: {
			...update,
			npsResponseId: { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.id }}' },
			updateFields: { score: '={{ $json.score }}', feedback: '={{ $json.feedback }}' },
		},
		items: [
			{ mode: 'id', id: 'nps-1', score: 2 },
			{ mode: 'externalId', id: 'R1', feedback: 'First' },
			{ mode: 'id', id: 'nps-1', score: 3 },
			{ mode: 'externalId', id: 'R1', feedback: 'Last' },
		],
		then: (sandbox) =>
			expect(responseOf(sandbox, 'nps-1')).toMatchObject({ score: 3, feedback: 'Last' }),
	},
	{
		name: 'writes in the order of the items, however long the look-up of a user takes',
		given: withFault(addResponses, { kind: 'delay', ms: 100, on: { path: USER_SEARCH }, times: 1 }),
		parameters: { ...update, updateFields: { userId: byEmail('={{ $json.email }}') } },
		items: [{ email: 'head@group.example' }, { email: 'office@customer.example' }],
		then: (sandbox) => expect(responseOf(sandbox, 'nps-1')?.userId).toBe('user-1'),
	},
	{
		name: 'keeps a score that came while it waited for the limit',
		given: (sandbox) => {
			addResponses(sandbox);
			const { npsResponses } = sandbox.state;
			const matches = () =>
				Boolean(npsResponses.change(responseOf(sandbox, 'nps-1') as never, { score: 1 }));

			sandbox.faults.add({
				kind: 'status',
				status: 429,
				headers: { 'retry-after': '1' },
				times: 1,
				on: { method: 'PUT', matches },
			});
		},
		parameters: { ...update, updateFields: { feedback: 'New' } },
		then: (sandbox) =>
			expect(responseOf(sandbox, 'nps-1')).toMatchObject({ score: 1, feedback: 'New' }),
	},
]);
