import { describeOperation } from '../../engine/operationCases.cts';
import {
	addDeal,
	addInstance,
	INSTANCES,
	searchByExternalId,
} from '../../fixtures/customObjects.cts';
import { byId } from '../../fixtures/locators.cts';
import type { Sandbox } from '../../../sandbox/sandbox.cts';

/** A table with the columns id, name, account and traits. */
const sync = {
	customObjectId: byId('obj-1'),
	externalId: '={{ $json.id }}',
	name: '={{ $json.name }}',
	accountId: byId('={{ $json.account }}'),
	traitsMode: 'json',
	traitsJson: '={{ $json.traits ?? {} }}',
};
const writesOf = ({ requests }: Sandbox) =>
	requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path, body }) => ({ method, path, body }));
const deals =
	(...numbers: number[]) =>
	(sandbox: Sandbox) => {
		addDeal(sandbox);
		for (const number of numbers) addInstance(sandbox, `i-${number}`, { externalId: `D${number}` });
	};
const rowOf = (number: number, more: object = {}) => ({
	...{ id: `D${number}`, name: `Name of i-${number}`, account: 'acc-1' },
	...more,
});

describeOperation('customObjectInstance: sync', [
	{
		name: 'writes only what differs',
		given: deals(2, 3),
		parameters: sync,
		items: [
			rowOf(1),
			rowOf(2, { account: 'acc-2', traits: { amount: 10 } }),
			rowOf(3),
			rowOf(9, { traits: { amount: 1, stage: null } }),
		],
		returns: [{ created: 1, updated: 1, unchanged: 2, failed: 0, requests: 4 }],
		then: (sandbox) => {
			expect(sandbox.requests[0]).toMatchObject({
				path: INSTANCES,
				query: { sortBy: 'createdAt' },
			});
			expect(writesOf(sandbox)).toEqual([
				{
					method: 'PUT',
					path: `${INSTANCES}/i-2`,
					body: { customerId: 'acc-2', traits: { amount: 10 } },
				},
				{
					method: 'POST',
					path: INSTANCES,
					body: {
						externalId: 'D9',
						name: 'Name of i-9',
						customerId: 'acc-1',
						traits: { amount: 1 },
					},
				},
			]);
		},
	},
	{
		name: 'reads a few through the search',
		given: deals(2),
		parameters: sync,
		items: [rowOf(1), rowOf(2)],
		sends: [searchByExternalId('D1'), searchByExternalId('D2')],
		returns: [{ unchanged: 2 }],
	},
	{
		name: 'writes to none of several with one External ID',
		given: (sandbox) => {
			deals(2, 3)(sandbox);
			addInstance(sandbox, 'i-7', { externalId: 'D2' });
		},
		parameters: sync,
		items: [rowOf(1, { name: 'New' }), rowOf(2, { name: 'New' }), rowOf(3)],
		returns: [
			{
				updated: 1,
				unchanged: 1,
				failed: 1,
				failures: [{ externalId: 'D2', reason: '2 instances have the external ID "D2"' }],
			},
		],
		then: (sandbox) => expect(writesOf(sandbox)).toHaveLength(1),
	},
	{
		name: 'keeps the instances of different custom objects apart',
		given: (sandbox) => {
			deals(2, 3)(sandbox);
			sandbox.state.customObjects.insert({
				...[...sandbox.state.customObjects.all()][0],
				id: 'obj-2',
			});
			addInstance(sandbox, 'j-1', { externalId: 'D1', customObjectId: 'obj-2' });
		},
		parameters: { ...sync, customObjectId: byId('={{ $json.object }}') },
		items: [
			rowOf(1, { object: 'obj-1', name: 'New' }),
			rowOf(1, { object: 'obj-2', name: 'Other' }),
		],
		returns: [{ updated: 2 }],
		then: ({ state }) =>
			expect(['i-1', 'j-1'].map((id) => state.instances.get(id)?.name)).toEqual(['New', 'Other']),
	},
	{
		name: 'creates an instance of an organization',
		given: addDeal,
		parameters: { ...sync, belongsTo: 'organization', organizationId: byId('org-1') },
		items: [rowOf(8)],
		returns: [{ created: 1 }],
		then: (sandbox) =>
			expect(writesOf(sandbox).map(({ body }) => body)).toEqual([
				{ externalId: 'D8', name: 'Name of i-8', organizationId: 'org-1' },
			]),
	},
	{
		name: 'creates no instance of a row without an account or organization',
		given: addDeal,
		parameters: { ...sync, accountId: undefined },
		items: [rowOf(1), rowOf(9)],
		returns: [
			{
				unchanged: 1,
				failed: 1,
				failures: [
					{ externalId: 'D9', reason: 'The instance needs an account or an organization.' },
				],
			},
		],
		then: (sandbox) => expect(writesOf(sandbox)).toEqual([]),
	},
]);
