import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { USER_SEARCH, withUsers } from '../../fixtures/users.cts';

const search = { resource: 'user', operation: 'search' };
const answerWith =
	(body: unknown): OperationCase['given'] =>
	(sandbox) =>
		sandbox.faults.add({ kind: 'status', status: 200, body, times: 1 });

const criteria: Array<[string, string, string[]]> = [
	['email', 'u1@customer.example', ['u1']],
	['emailSubdomain', 'customer.example', ['u1', 'u2']],
	['externalId', 'u2', ['u2']],
];

describeOperation('user: search', [
	...criteria.map(
		([searchBy, searchValue, found]): OperationCase => ({
			name: `sends ${searchBy} and nothing else`,
			given: withUsers('u1', 'u2'),
			parameters: { ...search, searchBy, searchValue },
			sends: [{ method: 'GET', path: USER_SEARCH, query: { [searchBy]: searchValue } }],
			returns: found.map((externalId) => ({ externalId })),
		}),
	),
	{
		name: 'sends a plus sign as one, without blanks around the address',
		given: (sandbox) => {
			withUsers('u1')(sandbox);
			const [user] = sandbox.state.users.all();
			sandbox.state.users.change(user, { email: 'office+news@customer.example' });
		},
		parameters: { ...search, searchBy: 'email', searchValue: ' office+news@customer.example ' },
		sends: [{ method: 'GET', path: USER_SEARCH, query: { email: 'office+news@customer.example' } }],
		returns: [{ externalId: 'u1' }],
	},
	{
		name: 'searches by External ID unless told',
		given: withUsers('u1'),
		parameters: { ...search, searchValue: 'u1' },
		sends: [{ method: 'GET', path: USER_SEARCH, query: { externalId: 'u1' } }],
		returns: [{ externalId: 'u1' }],
	},
	{
		name: 'returns the whole users when it is not to simplify',
		given: withUsers('u1'),
		parameters: { ...search, searchBy: 'externalId', searchValue: 'u1', output: 'raw' },
		returns: [{ externalId: 'u1', accounts: [{ id: 'acc-1' }], traits: {} }],
	},
	{
		name: 'returns nothing where nobody matches',
		given: withUsers('u1'),
		parameters: { ...search, searchValue: 'nobody@customer.example' },
		returns: [],
	},
	{
		name: 'says that something else has answered',
		given: answerWith('<html></html>'),
		parameters: { ...search, searchValue: 'u1@customer.example' },
		throws: 'The list of Vitally returned a response that is not a page',
	},
]);
