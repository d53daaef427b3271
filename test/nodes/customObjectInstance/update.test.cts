import { describeOperation } from '../../engine/operationCases.cts';
import {
	addDeal,
	addInstance,
	INSTANCES,
	searchByExternalId,
} from '../../fixtures/customObjects.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';

const resource = 'customObjectInstance';
const customObjectId = byId('obj-1');
const update = {
	resource,
	operation: 'update',
	customObjectId,
	customObjectInstanceId: byId('i-1'),
};

describeOperation('customObjectInstance: update', [
	{
		name: 'finds the instance by its external ID, once for all items, and keeps their order',
		given: addDeal,
		parameters: {
			...update,
			customObjectInstanceId: byExternalId('D1'),
			updateFields: { name: '={{ $json.name }}' },
		},
		items: [{ name: 'First' }, { name: 'Second' }],
		sends: [
			searchByExternalId('D1'),
			{ method: 'PUT', path: `${INSTANCES}/i-1`, body: { name: 'First' } },
			{ method: 'PUT', path: `${INSTANCES}/i-1`, body: { name: 'Second' } },
		],
		returns: [
			{ id: 'i-1', name: 'First' },
			{ id: 'i-1', name: 'Second' },
		],
	},
	{
		name: 'refuses an external ID that several instances have',
		given: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'i-2', { externalId: 'D1' });
		},
		parameters: {
			...update,
			customObjectInstanceId: byExternalId('D1'),
			updateFields: { name: 'New' },
		},
		sends: [searchByExternalId('D1')],
		throws: '2 instances have the external ID "D1" [item 0]',
	},
	{
		name: 'writes to no other instance when the search ignores its criterion',
		given: (sandbox) => {
			addDeal(sandbox);
			const body = [{ id: 'i-1', externalId: 'D1' }];
			sandbox.faults.add({ kind: 'status', status: 200, body });
		},
		parameters: {
			...update,
			customObjectInstanceId: byExternalId('D7'),
			updateFields: { name: 'New' },
		},
		sends: [searchByExternalId('D7')],
		throws: 'Vitally has no instance with the external ID "D7" [item 0]',
	},
	{
		name: 'names the instance that is not there',
		given: addDeal,
		parameters: {
			...update,
			customObjectInstanceId: byId('i/9'),
			updateFields: { name: 'New' },
		},
		sends: [{ method: 'PUT', path: `${INSTANCES}/i%2F9`, body: { name: 'New' } }],
		throws: 'The instance "i/9" was not found [item 0]',
	},
	{
		name: 'gives the ID and what was sent when the service answers without a body',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({ kind: 'status', status: 204, on: { method: 'PUT' } });
		},
		parameters: { ...update, updateFields: { name: 'New' } },
		returns: [{ id: 'i-1', name: 'New' }],
	},
]);
