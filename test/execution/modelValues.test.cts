import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { ENDPOINT_CALLS, nameOf, titleOf, type Call } from '../contract/endpoints.cts';
import { parameterPathsOf, type ParameterPath } from '../contract/parameterPaths.cts';
import { expectNoFaults, faultOf, firstOfEach, lookOf } from '../contract/rules.cts';
import { resultThrough, throughRunner, throughTool } from '../engine/entryPoints.cts';
import type { NodeRun } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';
import { TEXT } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** By the kind of a field: the same value as models write it, and a value that no such field accepts. */
const KINDS = {
	choice: { written: (value: unknown) => [` ${String(value).toUpperCase()} `], wrong: 'nonsense' },
	date: { written: (value: unknown) => [` ${String(value)} `], wrong: 'next week' },
	list: { written: (value: unknown) => [` ${String(value)} `], wrong: 'undefined' },
	number: { written: (value: unknown) => [String(value), ` ${String(value)} `], wrong: 'many' },
	record: { written: (value: unknown) => [` ${String(value)} `], wrong: true },
	switch: { written: (value: unknown) => [` ${String(value).toUpperCase()} `], wrong: 'maybe' },
	text: { written: (value: unknown) => [` ${String(value)} `], wrong: { name: 'Acme' } },
	/** Blanks may be part of it. */
	externalId: { written: (value: unknown) => [String(value)], wrong: { name: 'Acme' } },
};

/**
 * A field of an operation that reads, its kind, a value in `addAllResources`, and what else the call needs.
 * Where other operations have the same field, it is read by the same function.
 */
type Row = [
	operation: string,
	field: string,
	kind: keyof typeof KINDS,
	value: unknown,
	needs?: Record<string, unknown>,
];

const FIELDS: Row[] = [
	['account get', 'accountId', 'record', 'acc-1'],
	['account get', 'output', 'choice', 'simplified'],
	['account get', 'fields', 'list', 'id, updatedAt'],
	['account getAll', 'scope', 'choice', 'organization', { organizationId: byId('org-1') }],
	['account getAll', 'organizationId', 'record', 'org-1'],
	['account getAll', 'returnAll', 'switch', true],
	['account getAll', 'limit', 'number', 1],
	['account getAll', 'sortBy', 'choice', 'updatedAt'],
	['account getAll', 'filters.createdAfter', 'date', '2025-01-01'],
	['account getAll', 'filters.csm', 'record', 'admin-1'],
	['account getAll', 'filters.healthAbove', 'number', 1],
	['account getAll', 'filters.healthBelow', 'number', 9],
	['account getAll', 'filters.nameContains', 'text', 'o'],
	['account getAll', 'filters.notSeenForDays', 'number', 0],
	['account getAll', 'filters.renewalFrom', 'date', '2025-01-01'],
	['account getAll', 'filters.renewalUntil', 'date', '2030-01-01'],
	['account getAll', 'filters.renewalWithinDays', 'number', 60],
	['account getAll', 'filters.segment', 'text', 'Enterprise'],
	['account getAll', 'filters.status', 'choice', 'churned'],
	['account getAll', 'filters.updatedAfter', 'date', '2025-01-01'],
	['admin get', 'email', 'text', 'lead@team.example'],
	['conversation get', 'conversationId', 'record', 'c-1'],
	['conversation getAll', 'scope', 'choice', 'organization', { organizationId: byId('org-1') }],
	['conversation getAll', 'accountId', 'record', 'acc-1'],
	['conversation getAll', 'sortBy', 'choice', 'updatedAt'],
	['conversation getAll', 'filters.source', 'text', TEXT],
	['conversation getAll', 'filters.status', 'choice', 'open'],
	['conversation getAll', 'filters.nameContains', 'text', 'o'],
	['customField getAll', 'model', 'choice', 'users'],
	['customField getAll', 'customObjectId', 'record', 'obj-1'],
	['customObject get', 'customObjectId', 'record', 'obj-1'],
	['customObjectInstance get', 'customObjectInstanceId', 'record', 'i-1'],
	['customObjectInstance getAll', 'filters.archived', 'switch', true],
	['customObjectInstance search', 'searchBy', 'choice', 'id', { searchValue: 'i-1' }],
	['customObjectInstance search', 'customFieldId', 'record', 'stage-1'],
	['customObjectInstance search', 'searchValue', 'text', 'i-1', { searchBy: 'id' }],
	['meeting get', 'meetingId', 'record', 'm-1'],
	['meeting getAll', 'scope', 'choice', 'organization', { organizationId: byId('org-1') }],
	['meeting getAll', 'filters.nameContains', 'text', 'o'],
	['message get', 'messageId', 'record', 'm-1'],
	['note get', 'noteId', 'record', 'n-1'],
	['note get', 'options.asMarkdown', 'switch', true],
	['note get', 'options.source', 'text', TEXT],
	['note getAll', 'scope', 'choice', 'organization', { organizationId: byId('org-1') }],
	['note getAll', 'filters.source', 'text', TEXT],
	['npsResponse get', 'npsResponseId', 'record', 'nps-1'],
	['npsResponse getAll', 'scope', 'choice', 'organization', { organizationId: byId('org-1') }],
	['npsResponse getAll', 'filters.scoreAtLeast', 'number', 8],
	['npsResponse getAll', 'filters.scoreAtMost', 'number', 8],
	['npsResponse getAll', 'filters.target', 'choice', 'organizations'],
	['organization get', 'organizationId', 'record', 'org-1'],
	['project get', 'projectId', 'record', 'p-1'],
	['project getAll', 'scope', 'choice', 'organization', { organizationId: byId('org-1') }],
	['project getAll', 'filters.archived', 'switch', true],
	['projectTemplate getAll', 'filters.categoryId', 'record', 'cat-1'],
	['survey getQuestion', 'questionId', 'text', 'survey-1-q1'],
	['survey getResponse', 'responseId', 'text', 'survey-1-r1'],
	['survey getResponses', 'surveyId', 'text', 'survey-1'],
	['task get', 'taskId', 'record', 't-1'],
	['task get', 'options.source', 'text', TEXT],
	['task getAll', 'scope', 'choice', 'organization', { organizationId: byId('org-1') }],
	['task getAll', 'filters.assignedTo', 'record', 'admin-1'],
	['task getAll', 'filters.dueBefore', 'date', '2030-01-01'],
	['task getAll', 'filters.isCompleted', 'switch', true],
	['task getAll', 'filters.source', 'text', TEXT],
	['user get', 'userId', 'record', 'user-1'],
	['user getAll', 'scope', 'choice', 'organization', { organizationId: byId('org-1') }],
	['user search', 'searchBy', 'choice', 'email', { searchValue: 'office@customer.example' }],
	['user search', 'searchValue', 'text', 'office@customer.example', { searchBy: 'email' }],
	['user search', 'searchValue', 'text', 'customer.example', { searchBy: 'emailSubdomain' }],
	['user search', 'searchValue', 'externalId', 'U1', { searchBy: 'externalId' }],
];

const READS = new Map(
	ENDPOINT_CALLS.filter(({ endpoint, call }) => endpoint.method === 'GET' && !call.type).map(
		({ call }) => [nameOf(call).replace('vitally ', ''), call],
	),
);

/** Rows of conditions are tested with their filter. */
const fieldsOf = (call: Call) =>
	parameterPathsOf(call).filter(({ property }) => !/ollection$/.test(property.type));

/** The row's field, in its operation. */
function fieldOf([operation, name, , , needs]: Row): { call: Call; field: ParameterPath } {
	const read = READS.get(operation);
	const call = read && { ...read, parameters: { ...read.parameters, ...needs } };
	const fields = call ? fieldsOf(call).filter(({ path }) => path === name) : [];
	if (!call || fields.length === 0) throw new Error(`${operation} has no ${name}: remove the row`);
	// Of fields of one name, the one that the call shows.
	const isShown = ({ parametersWith }: ParameterPath) =>
		Object.keys(parametersWith(undefined)).length === 1;
	return { call, field: fields.find(isShown) ?? fields[0] };
}

const KNOWN = FIELDS.map((row) => [row, fieldOf(row)] as const);

/**
 * A model fills the fields of a tool as it likes: numbers and switches as text, in upper case, with blanks
 * around. The result is the intended one, or an error before anything is sent: no default in place of what
 * was written. What is empty is tested in test/contract/emptyOptions.test.cts.
 */
describe('a value of a model in an operation that reads', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty', limits: { budget: 100_000 } });
		addAllResources(sandbox);
	});
	afterAll(async () => await sandbox.close());

	const run = async (parameters: Record<string, unknown>, value?: unknown) => {
		const items = [{ value } as never];
		const { outputs, error, requests } = await resultThrough(throughTool, sandbox, {
			parameters: parameters as NodeRun['parameters'],
			items,
		});
		const sent = requests.map(({ method, path, query }) => ({ method, path, query }));
		return { outputs, error, sent };
	};

	/** Calls the tool, a value of the model in one field. */
	const callWith = async (
		{ parameters }: Call,
		{ property, parametersWith }: ParameterPath,
		needs: Row[4],
		value: unknown,
	) => {
		const filled = '={{ $fromAI("value") }}';
		const isLocator = property.type === 'resourceLocator';
		const field = parametersWith(isLocator ? byId(filled) : filled);
		return await run({ ...parameters, ...needs, ...field }, value);
	};

	const titleOfRow = ([operation, field, , , needs = {}]: Row) =>
		[
			`${operation}: ${field}`,
			...(needs.searchBy ? [`searchBy ${String(needs.searchBy)}`] : []),
		].join(', ');

	it('is the value that was meant, or an error that names the field', async () => {
		await expectNoFaults(KNOWN, async ([row, { call, field }]) => {
			const [, , kind, value, needs] = row;
			const written = async (form: unknown) => await callWith(call, field, needs, form);
			const expected = await written(value);
			if (expected.error) return [`${titleOfRow(row)}: ${JSON.stringify(value)} is refused`];
			const faults: string[] = [];
			for (const form of KINDS[kind].written(value)) {
				faults.push(...faultOf(titleOfRow(row), form, await written(form), expected));
			}
			const { wrong } = KINDS[kind];
			const { error, sent } = await written(wrong);
			const label = `'${field.property.displayName}'`;
			if (error?.message.includes(label) && sent.length === 0) return faults;
			const wanted = `an error with ${label}, and not ${error?.message}`;
			return [...faults, ...faultOf(titleOfRow(row), wrong, sent, wanted)];
		});
	});

	it('is tested in every field, or in one that looks the same', () => {
		const known = KNOWN.map(([, { field }]) => `${field.collection} ${lookOf(field)}`);
		const missing = [...READS].flatMap(([name, call]) =>
			fieldsOf(call)
				.filter((field) => !known.includes(`${field.collection} ${lookOf(field)}`))
				.map(({ path }) => `add a row for '${path}' of ${name} to FIELDS in this file`),
		);
		expect(missing).toEqual([]);
	});
});

const NULL_LIKE_FORMS = ['null', ' NULL ', 'undefined', 'None'];

const TEXTS = firstOfEach(
	ENDPOINT_CALLS.filter(
		({ call, endpoint }) =>
			endpoint.method !== 'GET' &&
			parameterPathsOf(call).some(({ path }) => path === 'options.emptyValues'),
	).flatMap((one) =>
		parameterPathsOf(one.call)
			.filter(
				({ property, path }) =>
					property.type === 'string' && /^(additional|update)Fields\./.test(path),
			)
			.map((field) => ({ ...field, call: one.call, title: `${titleOf(one)} ${field.path}` })),
	),
	(field) => `${field.call.type} ${field.call.parameters.operation} ${lookOf(field)}`,
);

/** n8n returns null for what a model leaves out, so a null-like text has to have the same effect. */
describe('a null-like text in an operation that writes, as a tool', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 100_000 } });

	/** What is sent, or the error. */
	const written = async (run: NodeRun) => {
		sandbox().reset();
		addAllResources(sandbox());
		const { error, requests } = await resultThrough(throughTool, sandbox(), run);
		return { error, sent: requests.map(({ method, path, body }) => [method, path, body]) };
	};

	it('is as good as nothing, in every field for text', async () => {
		await expectNoFaults(TEXTS.entries(), async ([index, { title, call, parametersWith }]) => {
			const { options, ...filled } = parametersWith('={{ $fromAI("value") }}');
			const parameters = {
				...call.parameters,
				...filled,
				options: { ...(options as object), emptyValues: 'clear' },
			};
			const run = { type: call.type, parameters };
			// The process remembers which records it created: all runs begin with the same memory.
			await written({ ...run, items: [{ value: null }] });
			const expected = await written({ ...run, items: [{ value: null }] });
			const faults: string[] = [];
			for (const value of NULL_LIKE_FORMS.slice(0, index === 0 ? undefined : 1)) {
				faults.push(
					...faultOf(title, value, await written({ ...run, items: [{ value }] }), expected),
				);
			}
			return faults;
		});
	});

	const update = { resource: 'account', operation: 'update', accountId: byId('acc-1') };
	const putTraits = (traits: object) => ({
		error: undefined,
		sent: [['PUT', '/resources/accounts/acc-1', { traits }]],
	});

	it('is empty in traits, in rows, JSON and keys to clear', async () => {
		const row = { key: 'plan', type: 'string', stringValue: '={{ $fromAI("plan") }}' };
		const items = [{ plan: 'null', json: '{ "plan": "None", "seats": 3 }', clear: ['null', 'a'] }];
		const options = { emptyValues: 'clear', traitsToClear: '={{ $fromAI("clear") }}' };
		expect(
			await written({ parameters: { ...update, traits: { trait: [row] }, options }, items }),
		).toEqual(putTraits({ plan: null, a: null }));
		const json = { traitsMode: 'json', traitsJson: '={{ $fromAI("json") }}' };
		expect(await written({ parameters: { ...update, ...json, options }, items })).toEqual(
			putTraits({ plan: null, seats: 3, a: null }),
		);
	});

	it('is an error in a required field, and no new record', async () => {
		const parameters = {
			resource: 'account',
			operation: 'create',
			externalId: 'A9',
			name: '={{ $fromAI("name") }}',
		};
		const items = [{ name: 'undefined' }];
		expect(await written({ parameters, items })).toEqual({
			error: expect.objectContaining({
				message: expect.stringContaining("'Name' is empty") as unknown,
			}) as unknown,
			sent: [],
		});
	});

	it('is text in a workflow', async () => {
		sandbox().reset();
		addAllResources(sandbox());
		const parameters = { ...update, updateFields: { name: '={{ $json.name }}' } };
		const { requests } = await resultThrough(throughRunner, sandbox(), {
			parameters,
			items: [{ name: 'None' }],
		});
		expect(requests.map(({ body }) => body)).toEqual([{ name: 'None' }]);
	});
});
