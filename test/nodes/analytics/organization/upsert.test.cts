import { describeOperation, type OperationCase } from '../../../engine/operationCases.cts';

const ORGANIZATION = '/analytics/v1/organization';

const type = 'vitallyAnalytics';
const upsert = { resource: 'organization', operation: 'upsert', organizationId: 'g1' };
const additionalFields = { messageId: 'm1' };

const cases: OperationCase[] = [
	{
		name: 'sends only what is set',
		parameters: { ...upsert, additionalFields },
		sends: [
			{ method: 'POST', path: ORGANIZATION, body: { organizationId: 'g1', messageId: 'm1' } },
		],
		returns: [{ organizationId: 'g1', messageId: 'm1', message: 'Success.' }],
		then: ({ state }) => expect(state.organizations.byExternalId('g1')).toBeDefined(),
	},
	{
		name: 'creates an organization, with its name and traits',
		parameters: {
			...upsert,
			name: 'Group',
			traitsMode: 'json',
			traitsJson: '{ "plan": "gold" }',
			options: { traitsToClear: ['seats'] },
			additionalFields: { ...additionalFields, avatar: 'https://group.example/logo.png' },
		},
		sends: [
			{
				method: 'POST',
				path: ORGANIZATION,
				body: {
					organizationId: 'g1',
					traits: {
						name: 'Group',
						avatar: 'https://group.example/logo.png',
						plan: 'gold',
						seats: null,
					},
					messageId: 'm1',
				},
			},
		],
		then: ({ state }) =>
			expect(state.organizations.byExternalId('g1')).toMatchObject({
				name: 'Group',
				traits: { plan: 'gold' },
			}),
	},
	{
		name: 'sends many in one request',
		parameters: { ...upsert, organizationId: '={{ $json.id }}', additionalFields: {} },
		items: [{ id: 'g1' }, { id: 7 }],
		returns: [{ organizationId: 'g1' }, { organizationId: '7' }],
		then: ({ requests, state }) => {
			expect(requests.map(({ path }) => path)).toEqual(['/analytics/v1/batch']);
			expect(state.organizations.size).toBe(2);
		},
	},
];

describeOperation(
	'Vitally Analytics: organization messages',
	cases.map((row) => ({ ...row, type })),
);
