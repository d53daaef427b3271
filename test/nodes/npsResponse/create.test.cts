import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import { addResponses, NPS_RESPONSES } from '../../fixtures/npsResponses.cts';
import { USER_SEARCH, USERS } from '../../fixtures/users.cts';

const create = {
	resource: 'npsResponse',
	operation: 'create',
	userId: byId('user-1'),
	score: 9,
	respondedAt: '2026-03-01T10:00:00+02:00',
};
const body = { userId: 'user-1', score: 9, respondedAt: '2026-03-01T08:00:00.000Z' };
const sent = { method: 'POST', path: NPS_RESPONSES, body };

describeOperation('npsResponse: create', [
	{
		name: 'sends only the fields that are set',
		given: addPeople,
		parameters: create,
		sends: [sent],
		returns: [{ userId: 'user-1', score: 9, feedback: null, externalId: null }],
	},
	{
		name: 'finds the user by email address, and sends the other fields',
		given: addPeople,
		parameters: {
			...create,
			userId: byEmail('office@customer.example'),
			score: '0',
			additionalFields: { feedback: 'Too slow', externalId: 'R9' },
		},
		sends: [
			{ method: 'GET', path: USER_SEARCH, query: { email: 'office@customer.example' } },
			{ ...sent, body: { ...body, score: 0, feedback: 'Too slow', externalId: 'R9' } },
		],
		returns: [{ externalId: 'R9', score: 0, feedback: 'Too slow' }],
	},
	{
		name: 'finds the user by External ID',
		given: addPeople,
		parameters: { ...create, userId: byExternalId('U1') },
		sends: [{ method: 'GET', path: `${USERS}/U1` }, sent],
	},
	{
		name: 'takes now for the time of the answer unless told',
		given: addPeople,
		parameters: { ...create, respondedAt: undefined },
		then: ({ requests }) => {
			const { respondedAt } = requests[0].body as { respondedAt: string };
			expect(Math.abs(Date.parse(respondedAt) - Date.now())).toBeLessThan(60_000);
		},
	},
	...([11, -1, 7.5, 'nine', true] as const).map((score) => ({
		name: `refuses the score ${JSON.stringify(score)}, before anything is sent`,
		parameters: { ...create, score: `={{ ${JSON.stringify(score)} }}` },
		throws: errorText(
			`The value ${JSON.stringify(score)} of 'Score' is not a whole number from 0 to 10 [item 0]`,
			'Enter a whole number from 0 to 10, or check that the expression returns one.',
		),
		sends: [],
	})),
	...['={{ "" }}', '={{ null }}', '={{ $json.missing }}'].map((score) => ({
		name: `takes no score for none, not for 0: ${score}`,
		parameters: { ...create, score },
		throws: "The field 'Score' is empty [item 0]",
		sends: [],
	})),
	{
		name: 'says that nobody has the email address',
		given: addPeople,
		parameters: { ...create, userId: byEmail('nobody@customer.example') },
		throws: `Vitally has no user with the email address "nobody@customer.example" for 'User' [item 0]`,
	},
	{
		name: 'changes the response that has the External ID already, as the service does',
		given: addResponses,
		parameters: { ...create, additionalFields: { externalId: 'R1' } },
		returns: [{ id: 'nps-1', score: 9 }],
		then: ({ state }) => expect(state.npsResponses.size).toBe(2),
	},
	{
		name: 'creates one response when an answer gets lost',
		given: (sandbox: Sandbox) => {
			addPeople(sandbox);
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' }, times: 1 });
		},
		parameters: { ...create, additionalFields: { externalId: 'R9' } },
		returns: [{ externalId: 'R9' }],
		then: ({ state }) => expect(state.npsResponses.size).toBe(1),
	},
	{
		name: 'finds its own response after a lost answer among those for organizations too',
		given: (sandbox: Sandbox) => {
			addResponses(sandbox);
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' }, times: 1 });
		},
		parameters: { ...create, userId: byId('user-2'), additionalFields: { externalId: 'R9' } },
		returns: [{ externalId: 'R9' }],
		then: ({ requests }) =>
			expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1),
	},
]);
