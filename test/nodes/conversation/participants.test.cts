import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { ADMIN, CONVERSATIONS, USER } from '../../fixtures/conversations.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';

const create = { resource: 'conversation', operation: 'create', subject: 'Invoice' };
const USER_SEARCH = '/resources/users/search';
const ADMIN_SEARCH = '/resources/admins/search';

/** One message between two people. */
const between = (fromType: unknown, fromId: unknown, type: unknown, id: unknown) => ({
	messages: {
		message: [{ message: 'Hello', fromType, fromId, to: { recipient: [{ type, id }] } }],
	},
});
const from = (fromType: unknown, fromId: unknown) => between(fromType, fromId, 'admin', 'admin-1');
const sent = (one: object) => ({
	method: 'POST',
	path: CONVERSATIONS,
	body: { subject: 'Invoice', messages: [{ message: 'Hello', ...one }] },
});
const search = (path: string, email: string) => ({ method: 'GET', path, query: { email } });

/** A second user with the email address of the first. */
const addNamesake = (sandbox: Sandbox) => {
	addPeople(sandbox);
	const { state } = sandbox;
	const [user] = state.users.all();
	state.users.insert({ ...user, id: 'user-2', externalId: 'U2' });
};

describeOperation('conversation: the people of messages', [
	{
		name: 'takes IDs from lists, IDs and plain texts as they are',
		given: addPeople,
		parameters: {
			...create,
			...between('user', { ...byId('user-1'), mode: 'list' }, 'admin', 'admin-1'),
		},
		sends: [sent({ from: USER, to: [ADMIN] })],
	},
	{
		name: 'finds users and teammates by email address, each once',
		given: addPeople,
		parameters: {
			...create,
			...between('user', byEmail('={{ $json.user }}'), 'admin', byEmail('={{ $json.admin }}')),
		},
		items: [
			{ user: 'office@customer.example', admin: 'lead@team.example' },
			{ user: 'Office@Customer.example ', admin: 'lead@team.example' },
		],
		returns: [{ subject: 'Invoice' }, { subject: 'Invoice' }],
		then: ({ requests }) => {
			const reads = requests.filter(({ method }) => method === 'GET');
			expect(reads.map(({ path, query }) => [path, query])).toEqual([
				[USER_SEARCH, { email: 'office@customer.example' }],
				[ADMIN_SEARCH, { email: 'lead@team.example' }],
			]);
			const bodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
			const body = sent({ from: USER, to: [ADMIN] }).body;
			expect(bodies).toEqual([body, body]);
		},
	},
	{
		name: 'finds a user whose address holds a plus sign',
		given: (sandbox) => {
			addPeople(sandbox);
			const [user] = sandbox.state.users.all();
			sandbox.state.users.change(user, { email: 'office+news@customer.example' });
		},
		parameters: { ...create, ...from('user', byEmail('office+news@customer.example')) },
		sends: [search(USER_SEARCH, 'office+news@customer.example'), sent({ from: USER, to: [ADMIN] })],
	},
	{
		name: 'finds a user by external ID',
		given: addPeople,
		parameters: { ...create, ...from('user', byExternalId('U1')) },
		sends: [{ method: 'GET', path: '/resources/users/U1' }, sent({ from: USER, to: [ADMIN] })],
	},
	{
		name: 'finds a teammate whom the service answers with in a list',
		given: (sandbox) => {
			addPeople(sandbox);
			const results = [
				{ id: 'admin-9', email: 'other@team.example' },
				{ id: 'admin-1', email: 'lead@team.example' },
			];
			const on = { path: ADMIN_SEARCH };
			sandbox.faults.add({ kind: 'status', status: 200, body: { results }, on });
		},
		parameters: { ...create, ...from('admin', byEmail('lead@team.example')) },
		sends: [search(ADMIN_SEARCH, 'lead@team.example'), sent({ from: ADMIN, to: [ADMIN] })],
	},
	{
		name: 'takes nobody else for a teammate with the address',
		given: (sandbox) => {
			addPeople(sandbox);
			const body = { id: 'admin-1', email: 'lead@team.example' };
			const on = { path: ADMIN_SEARCH };
			sandbox.faults.add({ kind: 'status', status: 200, body, on });
		},
		parameters: { ...create, ...from('admin', byEmail('nobody@team.example')) },
		throws: 'Vitally has no teammate with the email address "nobody@team.example"',
		sends: [search(ADMIN_SEARCH, 'nobody@team.example')],
	},
	{
		name: 'says who is not there',
		given: addPeople,
		parameters: { ...create, ...from('admin', byEmail('nobody@team.example')) },
		throws:
			/Vitally has no teammate with the email address "nobody@team.example" for 'Message 1: From' \[item 0\]/,
		sends: [search(ADMIN_SEARCH, 'nobody@team.example')],
	},
	{
		name: 'does not choose between two with one address',
		given: addNamesake,
		parameters: { ...create, ...from('user', byEmail('office@customer.example')) },
		throws: /2 users have the email address "office@customer.example"[^]*user-1, user-2/,
		sends: [search(USER_SEARCH, 'office@customer.example')],
	},
	{
		name: 'knows no external IDs of teammates',
		parameters: { ...create, ...from('admin', byExternalId('A1')) },
		throws: "A teammate has no external ID, by which 'Message 1: From' names one",
		sends: [],
	},
	{
		name: 'asks for nobody by what is no email address',
		parameters: { ...create, ...between('user', 'user-1', 'admin', byEmail('Support Lead')) },
		throws: `The value "Support Lead" of 'Message 1: To' is not an email address`,
		sends: [],
	},
	{
		name: 'finds them for an update and for a known conversation too',
		given: addPeople,
		parameters: {
			resource: 'conversation',
			operation: 'upsert',
			externalId: 'T1',
			subject: 'Invoice',
			messages: {
				message: [
					{
						externalId: 'T1-1',
						message: 'Hello',
						fromType: 'user',
						fromId: byEmail('office@customer.example'),
						to: {},
					},
				],
			},
		},
		items: [{}, {}],
		returns: [{ created: true }, { created: false }],
		then: ({ state }) => {
			const [{ messages }] = state.conversations.all();
			expect(messages).toMatchObject([{ externalId: 'T1-1', from: USER }]);
		},
	},
]);
