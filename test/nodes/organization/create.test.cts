import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { traitRow } from '../../fixtures/accounts.cts';
import { ORGANIZATIONS } from '../../fixtures/organizations.cts';

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
]);
