import type { Sandbox } from '../../sandbox/sandbox.cts';
import { runIn } from '../engine/node.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { lostChangeError } from '../errors/lostChangeError.cts';
import {
	emptyFieldError,
	emptyLocatorError,
	notAddressError,
	notAnOptionError,
} from '../errors/valueErrors.cts';
import { addCustomObject, addDeal, CUSTOM_OBJECTS } from '../fixtures/customObjects.cts';
import { withFault } from '../fixtures/faults.cts';
import { byId } from '../fixtures/locators.cts';
import { GET, POST, PUT } from '../fixtures/requests.cts';
import { inNewSandbox } from '../fixtures/sandboxOfSuite.cts';

const LEAD = { id: 'admin-1', email: 'lead@team.example' };

describeOperation('admin: get', [
	...[
		{ email: 'Support Lead', shown: '"Support Lead"' },
		{ email: `${'a'.repeat(242)}@team.example`, shown: `"${'a'.repeat(199)} …` },
	].map(({ email, shown }) => ({
		name: `rejects what is no address before anything is sent: ${email.length} characters`,
		parameters: { email },
		throws: notAddressError('Email', shown),
		sends: [],
	})),
	{
		name: 'finds the one with the address where the service returns several',
		given: ({ faults }) => {
			const body = { results: [{ id: 'admin-9', email: 'other@team.example' }, LEAD] };

			faults.add({ kind: 'status', status: 200, body });
		},
		parameters: { email: 'LEAD@team.example' },
		returns: [LEAD],
	},
	...(
		[
			{ answer: '404', status: 404, body: { email: 'nobody@team.example' } },
			{ answer: 'an empty text', status: 200, body: '' },
			{ answer: 'a teammate with another address', status: 200, body: LEAD },
		] as const
	).map(({ answer, status, body }) => ({
		name: `reports that nobody has the address where Vitally answers with ${answer}`,
		given: ({ faults }: Sandbox) => faults.add({ kind: 'status', status, body }),
		parameters: { email: 'nobody@team.example' },
		throws: {
			message: 'Vitally has no teammate with the email address "nobody@team.example"',
			description:
				"Check 'Email'. Enter the address that the teammate uses to log in to Vitally, not the address of a user at a customer.",
			httpCode: '404',
		},
	})),
]);

describeOperation('customField: getAll', [
	{
		name: 'returns as many as the limit allows: the service has no pages',
		given: ({ faults }) =>
			faults.add({ kind: 'status', status: 200, body: [{ label: 'Region' }, { label: 'Role' }] }),
		parameters: { limit: 1 },
		sends: [GET('/resources/customFields')],
		returns: [{ label: 'Region' }],
	},
]);

const TRAITS = '/resources/customFields';

describeOperation('customField: getAll', [
	...[
		'accounts',
		'conversations',
		'notes',
		'organizations',
		'projects',
		'tasks',
		'team',
		'users',
	].map((model) => ({
		name: `asks for the traits of one kind of records: ${model}`,
		given: addDeal,
		parameters: { model },
		sends: [GET(TRAITS, { model })],
	})),
	{
		name: 'asks for the traits of the instances of one custom object',
		given: addDeal,
		parameters: { model: 'customObjects', customObjectId: byId('obj-1') },
		sends: [GET(TRAITS, { model: 'customObjects', customObjectId: 'obj-1' })],
	},
	{
		name: 'needs a custom object for the traits of instances, before anything is sent',
		parameters: { model: 'customObjects', customObjectId: byId('') },
		throws: emptyLocatorError('Custom Object'),
		sends: [],
	},
]);

const row = (label: string, type?: string) => ({ label, type });
const create = {
	name: 'goals',
	label: 'Goals',
	customFields: { field: [row('Next Step', 'textarea'), row('Target')] },
};
const update = {
	customObjectId: byId('obj-1'),
	updateFields: { customFields: { field: [row('Amount', 'number')] } },
};
const sent = (label: string, type: string) => ({ label, type, model: 'CustomObject' });

describeOperation('customObject: create', [
	{
		name: 'sends name, label, who may write, and the fields',
		parameters: create,
		sends: [
			GET(CUSTOM_OBJECTS, { limit: '100' }),
			POST(CUSTOM_OBJECTS, {
				name: 'goals',
				label: 'Goals',
				writeMode: 'writable',
				customFields: [sent('Next Step', 'textarea'), sent('Target', 'string')],
			}),
		],
		returns: [{ name: 'goals', customFieldLabels: 'Next Step, Target' }],
	},
	{
		name: "returns the fields as Vitally does, with 'Output' Raw",
		parameters: { ...create, output: 'raw' },
		returns: [
			{
				name: 'goals',
				customFields: [{ path: 'vitally.custom.nextStep', type: 'textarea' }, { label: 'Target' }],
			},
		],
	},
	{
		name: 'shows no fields of an object that has none',
		parameters: { name: 'goals', label: 'Goals' },
		returns: [{ name: 'goals', customFieldLabels: null }],
	},
	{
		name: 'refuses a name that several items have, before anything is sent',
		items: [{ name: 'contracts' }, { name: 'contracts' }, { name: 'contracts' }],
		parameters: { ...create, name: '={{ $json.name }}' },
		throws: {
			message: "3 items would create the custom object 'contracts' 3 times",
			description: "Turn on 'Execute Once' in Settings.",
		},
		sends: [],
	},
	{
		name: 'needs a name, also where several items have none',
		items: [{}, {}],
		parameters: { ...create, name: '={{ $json.name }}' },
		throws: emptyFieldError('Name'),
		sends: [],
	},
	{
		name: 'fails where the name is on the second page of the list',
		given: (sandbox) => {
			for (let index = 0; index < 100; index++) {
				addCustomObject(sandbox, `other-${index}`, `Other ${index}`);
			}

			addCustomObject(sandbox, 'obj-1', 'Contracts');
		},
		parameters: { ...create, name: 'contracts' },
		throws: {
			message: 'A custom object with the name "contracts" already exists',
			description: "Use 'Update' to change it, or enter another 'Name'.",
		},
	},
	{
		name: 'counts two names in other letters as one, also where the first item has just created it',
		items: [{ name: 'deals' }, { name: 'Contracts' }, { name: ' contracts' }],
		parameters: { ...create, name: '={{ $json.name }}' },
		throws: {
			message: 'A custom object with the name "Contracts" already exists',
			description: "Use 'Update' to change it, or enter another 'Name'.",
			itemIndex: 2,
		},
		then: ({ state }) =>
			expect([...state.customObjects.all()].map(({ name }) => name)).toEqual([
				'deals',
				'Contracts',
			]),
	},
	...[
		{ what: 'in capitals', stored: 'CAFÉ', entered: 'café' },
		{ what: 'with a blank at its end', stored: 'café ', entered: 'café' },
		{
			what: 'in the other form of Unicode',
			stored: 'café'.normalize('NFD'),
			entered: 'café'.normalize('NFC'),
		},
	].map(({ what, stored, entered }) => ({
		name: `fails where Vitally has the name ${what}`,
		given: (sandbox: Sandbox) => {
			addCustomObject(sandbox, 'obj-1', 'Deals');
			const { customObjects } = sandbox.state;

			for (const existing of customObjects.all()) {
				customObjects.change(existing, { name: stored });
			}
		},
		parameters: { ...create, name: entered },
		throws: {
			message: `A custom object with the name "${stored}" already exists`,
			description: "Use 'Update' to change it, or enter another 'Name'.",
		},
		sends: [GET(CUSTOM_OBJECTS, { limit: '100' })],
	})),
	...[
		{
			name: 'a field without label',
			field: row(''),
			throws: emptyFieldError('Field Label'),
		},
		{
			name: 'an unknown type',
			field: row('A', 'list'),
			throws: notAnOptionError(
				'Field Type',
				'"list"',
				'boolean, date, datetime, number, string, textarea',
			),
		},
		{
			name: 'a type without a value',
			field: row('A', '={{ $json.type }}'),
			throws: notAnOptionError(
				'Field Type',
				'null',
				'boolean, date, datetime, number, string, textarea',
			),
		},
	].map(({ name, field, throws }) => ({
		name: `rejects ${name}, before anything is sent`,
		parameters: { ...create, customFields: { field: [field] } },
		throws,
		sends: [],
	})),
]);

const put = PUT(`${CUSTOM_OBJECTS}/obj-1`, { label: 'New', writeMode: 'readonly' });

describeOperation('customObject: update', [
	{
		name: 'sends what adds no fields once more after a lost response',
		given: withFault(addDeal, { kind: 'resetAfter', on: { method: 'PUT' }, times: 1 }),
		parameters: { ...update, updateFields: { ...put.body, customFields: {} } },
		sends: [put, put],
	},
	{
		name: 'adds fields once, although the response was lost',
		given: withFault(addDeal, { kind: 'resetAfter', on: { method: 'PUT' } }),
		parameters: update,
		throws: (sandbox) => lostChangeError(sandbox, `PUT ${CUSTOM_OBJECTS}/obj-1`),
		then: ({ state, requests }) => {
			expect(requests.map(({ body }) => body)).toEqual([
				{ customFields: [sent('Amount', 'number')] },
			]);

			const { customFields = [] } = state.customObjects.get('obj-1') ?? {};

			expect(customFields.map(({ label }) => label)).toEqual(['Stage', 'Amount']);
		},
	},
]);

describeOperation('customObject: getAll', [
	{
		name: 'lists the definitions, by label with the option',
		given: (sandbox) => {
			addCustomObject(sandbox, 'obj-1', 'Deals');
			addCustomObject(sandbox, 'obj-2', 'Goals');
			const goals = sandbox.state.customObjects.get('obj-2');
			if (goals) sandbox.state.customObjects.change(goals, { name: 'targets' });
		},
		parameters: { returnAll: true, filters: { nameContains: '={{ $json.text }}' } },
		items: [{ text: 'l' }, { text: 'goal' }],
		returns: [{ id: 'obj-2' }, { id: 'obj-1' }, { id: 'obj-2' }],
	},
]);

it('a custom object is created once by two runs at one time', async () => {
	const parameters = { ...create, resource: 'customObject', operation: 'create', name: 'goals' };

	await inNewSandbox({ seed: 'empty', latencyMs: 20 }, async (sandbox) => {
		const run = async () => await runIn(sandbox, { parameters });

		await Promise.all([run(), run()]);

		const names = [...sandbox.state.customObjects.all()].map(({ name }) => name);

		expect(names).toEqual(['goals']);
	});
});
