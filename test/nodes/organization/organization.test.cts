import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { organizationOf, ORGANIZATIONS, withOrganizations } from '../../fixtures/organizations.cts';

describe('get', () => {
	const get = { resource: 'organization', operation: 'get' };

	describeOperation('organization: get', [
		{
			name: 'returns ten fields, by external ID',
			given: withOrganizations('o1'),
			parameters: { ...get, organizationId: byExternalId('o1') },
			sends: [{ method: 'GET', path: `${ORGANIZATIONS}/o1` }],
			returns: [{ id: 'org-o1', externalId: 'o1', accountsCount: 0, csmId: null }],
		},
		{
			name: 'returns all fields, by ID',
			given: withOrganizations('o1'),
			parameters: { ...get, organizationId: byId('org-o1'), output: 'raw' },
			sends: [{ method: 'GET', path: `${ORGANIZATIONS}/org-o1` }],
			returns: [{ externalId: 'o1', keyRoles: [], segments: [], usersCount: 0, npsScore: null }],
		},
		{
			name: 'names the organization that is not there',
			parameters: { ...get, organizationId: byExternalId('nobody') },
			throws: /The organization "nobody" was not found \[item 0\]/,
		},
	]);
});

describe('getAll', () => {
	const getAll = { resource: 'organization', operation: 'getAll' };

	describeOperation('organization: getAll', [
		{
			name: 'returns exactly as many as the limit allows',
			given: withOrganizations('o1', 'o2', 'o3'),
			parameters: { ...getAll, limit: 2 },
			sends: [{ method: 'GET', path: ORGANIZATIONS, query: { limit: '2', sortBy: 'updatedAt' } }],
			returns: [{ externalId: 'o3' }, { externalId: 'o2' }],
		},
		{
			name: 'filters by name and time here, since the service accepts no filter',
			given: withOrganizations('a1', 'b1', 'A2'),
			parameters: {
				...getAll,
				filters: { nameContains: 'of A', createdAfter: '2026-01-02T00:00:00Z' },
				sortBy: 'createdAt',
			},
			sends: [{ method: 'GET', path: ORGANIZATIONS, query: { limit: '100', sortBy: 'createdAt' } }],
			returns: [{ externalId: 'A2' }],
		},
	]);

	describeOperation(
		'organization: getAll over pages',
		[
			{
				name: 'reads every organization once',
				parameters: { ...getAll, returnAll: true },
				then: (sandbox) => expect(sandbox.requests).toHaveLength(3),
			},
		],
		{ seed: { accounts: 1, organizations: 250 } },
	);
});

describe('create', () => {
	const create = { resource: 'organization', operation: 'create', externalId: 'o1', name: 'Group' };

	describeOperation('organization: create', [
		{
			name: 'sends only the fields that are set',
			parameters: create,
			sends: [{ method: 'POST', path: ORGANIZATIONS, body: { externalId: 'o1', name: 'Group' } }],
			returns: [{ externalId: 'o1', name: 'Group', accountsCount: 0 }],
		},
		{
			name: 'finds the created organization after a lost response',
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
});

describe('delete', () => {
	const remove = {
		resource: 'organization',
		operation: 'delete',
		organizationId: byExternalId('o1'),
	};

	describeOperation('organization: delete', [
		{
			name: 'deletes with it, and confirms it',
			given: withOrganizations('o1'),
			parameters: { ...remove, confirmPermanentDelete: true },
			sends: [{ method: 'DELETE', path: `${ORGANIZATIONS}/o1` }],
			returns: [{ deleted: true, externalId: 'o1' }],
			then: (sandbox) => expect(organizationOf(sandbox, 'o1')).toBeUndefined(),
		},
	]);
});
