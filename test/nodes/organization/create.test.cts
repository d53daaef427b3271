import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
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
