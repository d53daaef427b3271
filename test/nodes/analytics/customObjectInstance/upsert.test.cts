import { describeOperation, type OperationCase } from '../../../engine/operationCases.cts';
import { addDeal } from '../../../fixtures/customObjects.cts';

const INSTANCE = '/analytics/v1/customobjectinstance';

const type = 'vitallyAnalytics';
const upsert = {
	resource: 'customObjectInstance',
	operation: 'upsert',
	customObjectId: 'obj-1',
	externalId: 'D9',
};
const ofAccount = { ...upsert, accountId: 'A1' };
const additionalFields = { messageId: 'm1' };

const cases: OperationCase[] = [
	{
		name: 'sends only what is set, and traits that are empty, which the service wants',
		given: addDeal,
		parameters: { ...ofAccount, name: ' ', additionalFields },
		sends: [
			{
				method: 'POST',
				path: INSTANCE,
				body: {
					customObjectId: 'obj-1',
					externalId: 'D9',
					traits: {},
					accountId: 'A1',
					messageId: 'm1',
				},
			},
		],
		returns: [{ externalId: 'D9', message: 'Success.' }],
		then: ({ state }) =>
			expect(state.instances.byExternalId('D9')).toMatchObject({ customerId: 'acc-1' }),
	},
	{
		name: 'updates the instance of that External ID, with name and traits of its own',
		given: addDeal,
		parameters: {
			...upsert,
			externalId: 'D1',
			name: 'Renewal',
			traitsMode: 'json',
			traitsJson: '{ "name": "not the field", "vitally.custom.stage": "won" }',
			additionalFields: { ...additionalFields, organizationId: 'O1' },
		},
		sends: [
			{
				method: 'POST',
				path: INSTANCE,
				body: {
					customObjectId: 'obj-1',
					externalId: 'D1',
					name: 'Renewal',
					traits: { name: 'not the field', 'vitally.custom.stage': 'won' },
					organizationId: 'O1',
					messageId: 'm1',
				},
			},
		],
		then: ({ state }) => {
			expect(state.instances.size).toBe(1);
			expect(state.instances.byExternalId('D1')).toMatchObject({
				id: 'i-1',
				name: 'Renewal',
				organizationId: 'org-1',
				traits: { 'vitally.custom.stage': 'won' },
			});
		},
	},
	{
		name: 'keeps the order of two messages about one instance',
		given: addDeal,
		parameters: { ...ofAccount, name: '={{ $json.name }}', options: { batch: false } },
		items: Array.from({ length: 30 }, (_, index) => ({ name: `Name ${index}` })),
		then: ({ state }) =>
			expect(state.instances.byExternalId('D9')).toMatchObject({ name: 'Name 29' }),
	},
	{
		name: 'rejects an instance of nobody before anything is sent',
		parameters: upsert,
		throws:
			/neither an account nor an organization \[item 0\]\nFill in 'Account ID', or add 'Organization ID'/,
		sends: [],
	},
	{
		name: 'shows what Vitally says of a custom object that is not there, on its own item',
		given: addDeal,
		parameters: { ...ofAccount, customObjectId: '={{ $json.object }}' },
		items: [{ object: 'obj-1' }, { object: 'obj-9' }, { object: 'obj-1' }],
		onError: 'continueRegularOutput',
		returns: [
			{ customObjectId: 'obj-1' },
			{
				error: expect.stringMatching(
					/^Vitally rejected the custom object instance message: .* \[item 1\]$/,
				) as string,
			},
			{ customObjectId: 'obj-1' },
		],
	},
];

describeOperation(
	'Vitally Analytics: custom object instance messages',
	cases.map((row) => ({ ...row, type })),
);
