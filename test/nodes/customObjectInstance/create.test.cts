import { describeOperation } from '../../engine/operationCases.cts';
import { addDeal, INSTANCES } from '../../fixtures/customObjects.cts';
import { byId } from '../../fixtures/locators.cts';

const resource = 'customObjectInstance';
const customObjectId = byId('obj-1');
const create = { resource, operation: 'create', customObjectId, name: 'Renewal' };

describeOperation('customObjectInstance: create', [
	{
		name: 'sends only the fields that are set',
		given: addDeal,
		parameters: { ...create, additionalFields: { customerId: byId('acc-2') } },
		sends: [{ method: 'POST', path: INSTANCES, body: { name: 'Renewal', customerId: 'acc-2' } }],
		returns: [{ name: 'Renewal', customerId: 'acc-2', customObjectId: 'obj-1' }],
	},
	{
		name: 'finds the instance that was created although its answer got lost, and creates no second one',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' }, times: 1 });
		},
		parameters: {
			...create,
			additionalFields: { customerId: byId('acc-1'), externalId: 'D2' },
		},
		returns: [{ name: 'Renewal', externalId: 'D2' }],
		then: ({ state, requests }) => {
			const made = [...state.instances.all()].filter(({ externalId }) => externalId === 'D2');
			expect(made).toHaveLength(1);
			expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
		},
	},
	{
		name: 'says that the External ID is taken where the answer got lost before anything was created',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({ kind: 'resetBefore', on: { method: 'POST' }, times: 1 });
		},
		parameters: {
			...create,
			additionalFields: { customerId: byId('acc-1'), externalId: 'D1' },
		},
		throws: /The external ID "D1" belongs to another instance already/,
	},
	{
		name: 'says what may be missing when the service refuses an instance of nobody',
		given: addDeal,
		parameters: create,
		breaksContract: true,
		throws:
			/neither an account nor an organization: .* \[item 0\]\nAdd 'Account' or 'Organization'/,
	},
]);
