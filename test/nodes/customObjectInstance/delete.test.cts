import { describeOperation } from '../../engine/operationCases.cts';
import { addDeal, INSTANCES, searchByExternalId } from '../../fixtures/customObjects.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';

const resource = 'customObjectInstance';
const customObjectId = byId('obj-1');

describeOperation('customObjectInstance: delete', [
	{
		name: 'archives the instance',
		given: addDeal,
		parameters: {
			resource,
			operation: 'delete',
			customObjectId,
			customObjectInstanceId: byExternalId('D1'),
		},
		sends: [searchByExternalId('D1'), { method: 'DELETE', path: `${INSTANCES}/i-1` }],
		returns: [{ deleted: true, id: 'i-1', externalId: 'D1' }],
		then: ({ state }) => expect(state.instances.get('i-1')?.archivedAt).not.toBeNull(),
	},
]);
