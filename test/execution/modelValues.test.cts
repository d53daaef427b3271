import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { titleOf, ENDPOINT_CALLS } from '../contract/endpoints.cts';
import { parameterPathsOf } from '../contract/parameterPaths.cts';
import { READ_FIELDS, type ReadField } from '../contract/readFields.cts';
import { resultThrough, throughRunner, throughTool } from '../engine/entryPoints.cts';
import type { NodeRun } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** Of fields that are the same in several operations, the one that is met first. */
const FIRST = new Set(
	new Map(
		READ_FIELDS.flat()
			.reverse()
			.map((field) => [JSON.stringify([field.property, field.collection]), field]),
	).values(),
);

/** The same value, as models write it. */
function writtenOtherwise({ property: { type, displayName }, value }: ReadField): unknown[] {
	const text = String(value);
	// Blanks may be part of it.
	if (displayName === 'External ID') return [text];
	if (type === 'boolean' || type === 'options') return [` ${text.toUpperCase()} `];
	return type === 'number' ? [text, ` ${text} `] : [` ${text} `];
}

/** What models write for no value; n8n returns what they leave out as null. */
const LEFT_EMPTY = ['', null];

/** As a filter it is neither a name nor empty: the list would contain other records. */
const NULL_LIKE = 'null';

/** What no field of the type accepts. */
const WRONG: Record<string, unknown> = {
	boolean: 'maybe',
	dateTime: 'next week',
	multiOptions: 'undefined',
	number: 'many',
	options: 'nonsense',
	resourceLocator: true,
	string: { name: 'Acme' },
};

/**
 * A model fills the fields of a tool as it likes: numbers and switches as text, in upper case, with
 * blanks around, or with one of many forms of nothing. The result is the intended one, or an error
 * before anything is sent: no default in place of what was written, no list without its filter.
 */
describe('an operation that reads, as a tool', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty', limits: { budget: 100_000 } });
		addAllResources(sandbox);
	});
	afterAll(async () => await sandbox.close());

	const run = async (parameters: Record<string, unknown>, value?: unknown) => {
		const items = [{ value } as never];
		const { outputs, error, requests } = await resultThrough(throughTool, sandbox, {
			parameters,
			items,
		});
		const sent = requests.map(({ method, path, query }) => ({ method, path, query }));
		return { outputs, error, sent };
	};

	/** Calls the tool, a value of the model in one field. */
	const call = async ({ property, collection, parameters }: ReadField, value: unknown) => {
		const filled = '={{ $fromAI("value") }}';
		const field = { [property.name]: property.type === 'resourceLocator' ? byId(filled) : filled };
		return await run({ ...parameters, ...(collection ? { [collection]: field } : field) }, value);
	};

	const titled = READ_FIELDS.map(
		(fields) =>
			[`${fields[0].parameters.resource} ${fields[0].parameters.operation}`, fields] as const,
	);
	it.each(titled)('%s', async (_title, fields) => {
		for (const field of fields) {
			const { property, collection, parameters, value } = field;
			const label = property.displayName;
			const forms = writtenOtherwise(field);
			// What operations share is read by the same function: one of them gets all forms.
			if (!FIRST.has(field)) {
				const { error } = await call(field, forms[0]);
				expect({ label, error }).toEqual({ label, error: undefined });
				continue;
			}
			const expected = await call(field, value);
			expect({ label, error: expected.error }).toEqual({ label, error: undefined });
			for (const form of forms) {
				expect({ label, form, ...(await call(field, form)) }).toEqual({ label, form, ...expected });
			}
			const unset = collection && (await run(parameters));
			for (const form of LEFT_EMPTY) {
				const seen = await call(field, form);
				// An optional field that is empty is not set, unless it has to be one of several options.
				if (unset && !seen.error)
					expect({ label, form, ...seen }).toEqual({ label, form, ...unset });
				else expect({ form, ...seen }).toEqual({ form, ...rejected(label) });
			}
			const asText = await call(field, NULL_LIKE);
			const isUnset = !asText.error && collection !== 'filters';
			const asNull = isUnset ? await call(field, null) : rejected(label);
			expect({ label, ...asText }).toEqual({ label, ...asNull });
			const wrong = WRONG[property.type];
			expect({ wrong, ...(await call(field, wrong)) }).toEqual({ wrong, ...rejected(label) });
		}
	});
});

const NULL_LIKE_FORMS = ['null', ' NULL ', 'undefined', 'None'];

const WRITES = ENDPOINT_CALLS.filter(
	({ call, endpoint }) =>
		endpoint.method !== 'GET' &&
		parameterPathsOf(call).some(({ path }) => path === 'options.emptyValues'),
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

	it.each(WRITES.map((endpointCall) => [titleOf(endpointCall), endpointCall] as const))(
		'%s',
		async (_title, { call }) => {
			const fields = parameterPathsOf(call).filter(
				({ property, path }) =>
					property.type === 'string' && /^(additional|update)Fields\./.test(path),
			);
			for (const { path, parametersWith } of fields) {
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
				for (const value of NULL_LIKE_FORMS.slice(0, path === fields[0].path ? 4 : 1)) {
					const actual = await written({ ...run, items: [{ value }] });
					expect({ path, value, ...actual }).toEqual({ path, value, ...expected });
				}
			}
		},
	);

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

/** An error that names the field, before anything was sent. */
function rejected(label: string) {
	const message: unknown = expect.stringContaining(`'${label}'`);
	const error: unknown = expect.objectContaining({ message });
	return { error, outputs: undefined, sent: [] };
}
