import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { addPeople } from '../../fixtures/customers.cts';

const SEARCH = '/resources/admins/search';
const get = (email: string) => ({ resource: 'admin', operation: 'get', email });

const notFound = errorText(
	'Vitally has no teammate with the email address "nobody@team.example" [item 0]',
	"Check 'Email': it is the address with which the teammate logs in to Vitally, not that of a user at a customer.",
);

describeOperation('admin: get', [
	{
		name: 'finds a teammate by email',
		given: addPeople,
		parameters: get(' lead@team.example '),
		sends: [{ method: 'GET', path: SEARCH, query: { email: 'lead@team.example' } }],
		returns: [
			{
				id: 'admin-1',
				name: 'Support Lead',
				email: 'lead@team.example',
				licenseStatus: 'active',
			},
		],
	},
	{
		name: 'encodes the address',
		parameters: get('a+b&c@team.example'),
		sends: [{ method: 'GET', path: SEARCH, query: { email: 'a+b&c@team.example' } }],
		throws: 'Vitally has no teammate with the email address "a+b&c@team.example"',
	},
	{
		name: 'says that there is none: 404',
		given: addPeople,
		parameters: get('nobody@team.example'),
		throws: notFound,
	},
	...[{}, { error: 'Not found' }, ''].map((body) => ({
		name: `says that there is none: 200 with ${JSON.stringify(body)}`,
		given: (sandbox: Sandbox) => sandbox.faults.add({ kind: 'status', status: 200, body }),
		parameters: get('nobody@team.example'),
		throws: notFound,
	})),
	{
		name: 'refuses an empty address',
		parameters: get(' '),
		throws: "The field 'Email' is empty",
		sends: [],
	},
]);
