import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { row } from '../../fixtures/records.cts';

const ADMINS = '/resources/admins';
const getAll = { resource: 'admin', operation: 'getAll' };

const withAdmins =
	(count: number) =>
	({ state }: Sandbox) => {
		for (let index = 0; index < count; index += 1) {
			state.admins.insert({
				...row(`admin-${index}`),
				name: `Name ${index}`,
				email: `name-${index}@team.example`,
				licenseStatus: 'active',
			});
		}
	};

describeOperation('admin: getAll', [
	{
		name: 'reads all pages, in no order of its own',
		given: withAdmins(150),
		parameters: { ...getAll, returnAll: true },
		then: ({ requests }) =>
			expect(requests.map(({ path, query }) => [path, Object.keys(query)])).toEqual([
				[ADMINS, ['limit']],
				[ADMINS, ['limit', 'from']],
			]),
	},
	{
		name: 'returns as many as the limit says',
		given: withAdmins(3),
		parameters: { ...getAll, limit: 1 },
		sends: [{ method: 'GET', path: ADMINS, query: { limit: '1' } }],
		returns: [{ id: 'admin-2', name: 'Name 2', email: 'name-2@team.example' }],
	},
	{
		name: 'says so where the list is missing, and how to go on',
		given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 404 }),
		parameters: getAll,
		throws: errorText(
			'Vitally has no list of teammates here [item 0]',
			"The list is not in Vitally's documentation, and may be missing in a workspace. Use the operation 'Get' with an email address instead.",
		),
	},
	{
		name: 'takes another error for what it is',
		given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 403 }),
		parameters: getAll,
		throws: 'Vitally does not allow this request with the API key',
	},
]);
