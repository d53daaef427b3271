import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { traitRow } from '../../fixtures/accounts.cts';
import {
	addDeal,
	addInstance,
	INSTANCES,
	searchByExternalId,
} from '../../fixtures/customObjects.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';

const upsert = {
	customObjectId: byId('obj-1'),
	externalId: 'D1',
	name: 'Renewal',
	accountId: byId('acc-1'),
};
const body = { name: 'Renewal', customerId: 'acc-1' };
const put = (body: object) => ({ method: 'PUT', path: `${INSTANCES}/i-1`, body });
const ofExternalId = ({ state }: Sandbox, externalId: string) =>
	[...state.instances.all()].filter((one) => one.externalId === externalId);

describeOperation('customObjectInstance: upsert', [
	{
		name: 'updates the instance that is there, and sends only what is set',
		given: addDeal,
		parameters: upsert,
		sends: [searchByExternalId('D1'), put(body)],
		returns: [{ id: 'i-1', externalId: 'D1', name: 'Renewal', created: false }],
	},
	{
		name: 'creates one that is not there, of an account found by its External ID',
		given: addDeal,
		parameters: {
			...upsert,
			externalId: 'D2',
			accountId: byExternalId('A2'),
			traits: { trait: [traitRow('amount', 'number', '12')] },
		},
		sends: [
			{ method: 'GET', path: '/resources/accounts/A2' },
			searchByExternalId('D2'),
			{
				method: 'POST',
				path: INSTANCES,
				body: { externalId: 'D2', name: 'Renewal', customerId: 'acc-2', traits: { amount: 12 } },
			},
		],
		returns: [{ externalId: 'D2', traits: { amount: 12 }, created: true }],
	},
	{
		name: 'merges traits into those that are there',
		given: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'i-2', { externalId: 'D2', traits: { stage: 'Won' } });
		},
		parameters: {
			...upsert,
			externalId: 'D2',
			traits: { trait: [traitRow('amount', 'number', 1)] },
		},
		returns: [{ traits: { stage: 'Won', amount: 1 }, created: false }],
	},
	{
		name: 'creates one instance of two items, though the search lags behind',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({ kind: 'status', status: 200, body: [], on: { path: /search$/ } });
		},
		parameters: { ...upsert, externalId: 'D2', name: '={{ $json.name }}' },
		items: [{ name: 'First' }, { name: 'Second' }],
		returns: [
			{ name: 'First', created: true },
			{ name: 'Second', created: false },
		],
		then: (sandbox) => expect(ofExternalId(sandbox, 'D2')).toMatchObject([{ name: 'Second' }]),
	},
	{
		name: 'creates it again where the one that it found is gone',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({ kind: 'status', status: 404, on: { method: 'PUT' }, times: 1 });
			sandbox.faults.add({
				kind: 'status',
				status: 200,
				body: { id: 'i-9' },
				on: { method: 'POST' },
			});
		},
		parameters: upsert,
		returns: [{ id: 'i-9', created: true }],
	},
	{
		name: 'writes to none of several with one External ID',
		given: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'i-2', { externalId: 'D1' });
		},
		parameters: upsert,
		throws: '2 instances have the external ID "D1"',
		sends: [searchByExternalId('D1')],
	},
	{
		name: 'changes what another client creates in between, and creates no second',
		given: (sandbox) => {
			addDeal(sandbox);
			const once = { kind: 'status', times: 1 } as const;
			sandbox.faults.add({ ...once, status: 200, body: [], on: { path: /search$/ } });
			sandbox.faults.add({ ...once, status: 400, on: { method: 'POST' } });
		},
		parameters: upsert,
		returns: [{ id: 'i-1', name: 'Renewal', created: false }],
		then: (sandbox) => expect(ofExternalId(sandbox, 'D1')).toHaveLength(1),
	},
]);
