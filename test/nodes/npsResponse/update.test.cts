import { describeOperation } from '../../engine/operationCases.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import { addResponses, NPS_RESPONSES, responseOf } from '../../fixtures/npsResponses.cts';
import { USER_SEARCH } from '../../fixtures/users.cts';

const update = { resource: 'npsResponse', operation: 'update', npsResponseId: byId('nps-1') };
const read = { method: 'GET', path: `${NPS_RESPONSES}/nps-1` };
const kept = { userId: 'user-1', score: 7, respondedAt: '2026-01-01T00:00:00.000Z' };
const written = (body: object) => ({ method: 'PUT', path: `${NPS_RESPONSES}/nps-1`, body });

describeOperation('npsResponse: update', [
	{
		name: 'reads the response first, and sends the three fields that the service wants',
		given: addResponses,
		parameters: { ...update, updateFields: { feedback: 'Better' } },
		sends: [read, written({ ...kept, feedback: 'Better' })],
		returns: [{ id: 'nps-1', ...kept, feedback: 'Better' }],
	},
	{
		name: 'sends what is set in their place, 0 too',
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
			{ method: 'GET', path: USER_SEARCH, query: { email: 'head@group.example' } },
			read,
			written({
				userId: 'user-2',
				score: 0,
				respondedAt: '2026-03-01T00:00:00.000Z',
				externalId: 'R9',
			}),
		],
		returns: [{ id: 'nps-1', userId: 'user-2', score: 0, externalId: 'R9', feedback: 'Good' }],
	},
	{
		name: 'finds the response by External ID, and reads it',
		given: addResponses,
		parameters: {
			...update,
			npsResponseId: byExternalId('R2'),
			updateFields: { feedback: 'Better' },
		},
		returns: [{ id: 'nps-2', userId: 'user-2', score: 10, feedback: 'Better' }],
		then: ({ requests }) =>
			expect(requests.slice(-2).map(({ method, path }) => [method, path])).toEqual([
				['GET', `${NPS_RESPONSES}/nps-2`],
				['PUT', `${NPS_RESPONSES}/nps-2`],
			]),
	},
	{
		name: 'loses no change of items that pick one response by different IDs',
		given: addResponses,
		parameters: {
			...update,
			npsResponseId: { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.id }}' },
			updateFields: { score: '={{ $json.score }}', feedback: '={{ $json.feedback }}' },
		},
		items: Array.from({ length: 20 }, (_, index) => ({
			...(index % 2
				? { mode: 'id', id: 'nps-1', score: index % 10 }
				: { mode: 'externalId', id: 'R1', feedback: `Feedback ${index}` }),
		})),
		then: (sandbox) => {
			// The last items of each name; their order among each other is open.
			const response = responseOf(sandbox, 'nps-1');
			expect([5, 9]).toContain(response?.score);
			expect(['Feedback 16', 'Feedback 18']).toContain(response?.feedback);
		},
	},
	{
		name: 'leaves the three fields as they are where they are set and empty',
		given: addResponses,
		parameters: {
			...update,
			updateFields: { score: '={{ null }}', respondedAt: '', userId: byId(''), feedback: 'Better' },
			options: { emptyValues: 'clear' },
		},
		sends: [read, written({ ...kept, feedback: 'Better' })],
	},
	{
		name: 'sends an empty feedback when it is told to',
		given: addResponses,
		parameters: {
			...update,
			updateFields: { feedback: '' },
			options: { emptyValues: 'send' },
		},
		sends: [read, written({ ...kept, feedback: '' })],
		returns: [{ feedback: '' }],
	},
	{
		name: 'refuses a score that is none, before anything is sent',
		parameters: { ...update, updateFields: { score: 11 } },
		throws: "The value 11 of 'Score' is not a whole number from 0 to 10",
		sends: [],
	},
	{
		name: 'shows the whole request in a dry run',
		given: addResponses,
		parameters: { ...update, updateFields: { score: 1 }, options: { dryRun: true } },
		sends: [read],
		returns: [{ method: 'PUT', body: { ...kept, score: 1 } }],
	},
]);
