import { describeOperation } from '../../engine/operationCases.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { byId } from '../../fixtures/locators.cts';
import { addResponses, NPS_RESPONSES } from '../../fixtures/npsResponses.cts';

const upsert = {
	externalId: 'R1',
	userId: byId('user-1'),
	score: 3,
	respondedAt: '2026-03-01T08:00:00Z',
};
const body = { userId: 'user-1', score: 3, respondedAt: '2026-03-01T08:00:00.000Z' };

describeOperation('npsResponse: upsert', [
	{
		name: 'updates a response that is there, and keeps feedback that is not set',
		given: addResponses,
		parameters: upsert,
		sends: [{ method: 'PUT', path: `${NPS_RESPONSES}/R1`, body }],
		returns: [{ id: 'nps-1', score: 3, feedback: 'Good', created: false }],
	},
	{
		name: 'creates one that is not',
		given: addPeople,
		parameters: { ...upsert, externalId: 'r/1', additionalFields: { feedback: 'Slow' } },
		sends: [
			{ method: 'PUT', path: `${NPS_RESPONSES}/r%2F1`, body: { ...body, feedback: 'Slow' } },
			{
				method: 'POST',
				path: NPS_RESPONSES,
				body: { externalId: 'r/1', ...body, feedback: 'Slow' },
			},
		],
		returns: [{ externalId: 'r/1', created: true }],
	},
]);
