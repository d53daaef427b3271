import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { traitRow } from '../../fixtures/accounts.cts';
import { organizationOf, ORGANIZATIONS, withOrganizations } from '../../fixtures/organizations.cts';

const create = { resource: 'organization', operation: 'create', externalId: 'o1', name: 'Group' };

describeOperation('organization: create', [
	{
		name: 'sends only the fields that are set',
		parameters: create,
		sends: [{ method: 'POST', path: ORGANIZATIONS, body: { externalId: 'o1', name: 'Group' } }],
		returns: [{ externalId: 'o1', name: 'Group', accountsCount: 0 }],
	},
	{
		name: 'sends traits, of which some show as fields',
		parameters: {
			...create,
			traits: { trait: [traitRow('mrr', 'number', '1200'), traitRow('a.b', 'boolean', false)] },
		},
		sends: [
			{
				method: 'POST',
				path: ORGANIZATIONS,
				body: { externalId: 'o1', name: 'Group', traits: { mrr: 1200, 'a.b': false } },
			},
		],
		returns: [{ mrr: 1200, traits: { mrr: 1200, 'a.b': false } }],
	},
	{
		name: 'sends fields as the traits of their names',
		parameters: { ...create, additionalFields: { mrr: 0, nextRenewalDate: '2027-01-01' } },
		sends: [
			{
				method: 'POST',
				path: ORGANIZATIONS,
				body: {
					externalId: 'o1',
					name: 'Group',
					traits: { mrr: 0, nextRenewalDate: '2027-01-01T00:00:00.000Z' },
				},
			},
		],
		returns: [{ mrr: 0, nextRenewalDate: '2027-01-01T00:00:00.000Z' }],
	},
	{
		name: 'refuses an empty name',
		parameters: { ...create, name: ' ' },
		throws: "The field 'Name' is empty",
		sends: [],
	},
	{
		name: 'says of a known external ID that it is taken, and how to go on',
		given: withOrganizations('o1'),
		parameters: create,
		throws: /The external ID "o1" belongs to another organization already[^]*'Create or Update'/,
	},
	{
		name: 'finds its own organization after a lost answer',
		given: (sandbox: Sandbox) =>
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' }, times: 1 }),
		parameters: create,
		returns: [{ externalId: 'o1', name: 'Group' }],
		then: (sandbox) => {
			expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
			expect(sandbox.state.organizations.size).toBe(1);
		},
	},
	{
		name: 'shows the request in a dry run and sends nothing',
		parameters: { ...create, options: { dryRun: true } },
		sends: [],
		returns: [{ method: 'POST', body: { externalId: 'o1', name: 'Group' } }],
		then: (sandbox) => expect(organizationOf(sandbox, 'o1')).toBeUndefined(),
	},
]);
