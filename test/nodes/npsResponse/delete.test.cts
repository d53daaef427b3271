import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addResponses, NPS_RESPONSES, responseOf } from '../../fixtures/npsResponses.cts';

const remove = { resource: 'npsResponse', operation: 'delete', npsResponseId: byId('nps-1') };

describeOperation('npsResponse: delete', [
	{
		name: 'deletes by ID, and says so',
		given: addResponses,
		parameters: remove,
		sends: [{ method: 'DELETE', path: `${NPS_RESPONSES}/nps-1` }],
		returns: [{ deleted: true, id: 'nps-1' }],
		then: (sandbox) => expect(responseOf(sandbox, 'nps-1')).toBeUndefined(),
	},
	{
		name: 'deletes by External ID, with the ID that the service takes',
		given: addResponses,
		parameters: { ...remove, npsResponseId: byExternalId('R2') },
		returns: [{ deleted: true, id: 'nps-2', externalId: 'R2' }],
		then: (sandbox) => {
			expect(sandbox.requests.at(-1)).toMatchObject({
				method: 'DELETE',
				path: `${NPS_RESPONSES}/nps-2`,
			});
			expect(responseOf(sandbox, 'nps-2')).toBeUndefined();
		},
	},
]);
