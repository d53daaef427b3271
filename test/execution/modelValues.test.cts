import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FIRST_CALLS, nameOf, type Call } from '../contract/endpoints.cts';
import {
	distinct,
	editorFieldsOf,
	parameterPathsOf,
	type EditorField,
} from '../contract/parameterPaths.cts';
import { sampleOf } from '../contract/sampleValues.cts';
import {
	resultThrough,
	throughAgent,
	throughExpressions,
	throughRunner,
	throughTool,
} from '../engine/entryPoints.cts';
import type { NodeRun } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** How models write a value, and a value that no such field accepts, by the kind of the field. */
const KINDS = {
	choice: { written: (value: unknown) => ` ${String(value).toUpperCase()} `, wrong: 'nonsense' },
	date: { written: (value: unknown) => ` ${String(value)} `, wrong: 'next week' },
	list: { written: (value: unknown) => ` ${String(value)} `, wrong: 'undefined' },
	number: { written: (value: unknown) => ` ${String(value)} `, wrong: 'many' },
	record: { written: (value: unknown) => ` ${String(value)} `, wrong: true },
	switch: { written: (value: unknown) => ` ${String(value).toUpperCase()} `, wrong: 'maybe' },
	text: { written: (value: unknown) => ` ${String(value)} `, wrong: { name: 'Acme' } },
	/** Blanks may be part of it. */
	externalId: { written: (value: unknown) => String(value), wrong: { name: 'Acme' } },
};

type Kind = keyof typeof KINDS;

/** Values that find something in `addAllResources`, where that of the call or of its type would not. */
const VALUES: Array<[path: RegExp, value: unknown]> = [
	[/After$|From$/, '2025-01-01'],
	[/Before$|Until$/, '2030-01-01'],
	[/^fields$/, 'id, updatedAt'],
	[/healthBelow$/, 9],
	[/nameContains$/, 'o'],
	[/notSeenForDays$/, 0],
	[/score(AtLeast|AtMost)$/, 8],
	[/segment$/, 'Enterprise'],
];

/** A value that finds something, by operation and what it is searched by, and the parameters that it needs. */
const SEARCHES: Record<string, { value: unknown; needs: object }> = {
	'customObjectInstance search': { value: 'i-1', needs: { searchBy: 'id' } },
	'user search email': { value: 'office@customer.example', needs: { searchBy: 'email' } },
	'user search emailSubdomain': {
		value: 'customer.example',
		needs: { searchBy: 'emailSubdomain' },
	},
	'user search externalId': { value: 'U1', needs: { searchBy: 'externalId' } },
};

/** A field of an operation that reads, with a value that it accepts. */
interface Row {
	title: string;
	field: EditorField;
	kind: Kind;
	value: unknown;
	needs: object;
}

const READS = FIRST_CALLS.filter(({ endpoint, call }) => endpoint.method === 'GET' && !call.type);

/** Rows of conditions are tested with their filter. */
const ROWS = distinct(
	editorFieldsOf(READS).filter(({ property: { type } }) => !/ollection$|^notice$/.test(type)),
	({ property, collection }) => [collection, property.displayOptions?.show?.searchBy],
).map(rowOf);

function rowOf(field: EditorField): Row {
	const { call, path, property } = field;
	const name = nameOf(call).replace('vitally ', '');
	const title = `${name} ${path}`;
	const [shownFor] = (property.displayOptions?.show?.searchBy ?? []) as string[];
	const search = path === 'searchValue' && (SEARCHES[`${name} ${shownFor}`] ?? SEARCHES[name]);

	if (search) {
		return {
			title: `${title} ${shownFor}`,
			field,
			kind: kindOf(shownFor, property),
			value: search.value,
			needs: search.needs,
		};
	}

	if (property.type === 'options') {
		const needs = neededFor(call, property);

		return { title, field, kind: 'choice', value: lastOption(property), needs };
	}

	const [, known] = VALUES.find(([pattern]) => pattern.test(path)) ?? [];
	const ofCall = field.collection ? undefined : call.parameters[property.name];
	const sample = known ?? ofCall ?? sampleOf(property);
	const value = property.type === 'resourceLocator' ? (sample as { value: unknown }).value : sample;

	return { title, field, kind: kindOf(undefined, property), value, needs: {} };
}

function kindOf(searchBy: string | undefined, { name, type }: INodeProperties): Kind {
	if (searchBy === 'externalId') return 'externalId';
	if (name === 'fields') return 'list';

	const kinds: Record<string, Kind> = {
		boolean: 'switch',
		dateTime: 'date',
		number: 'number',
		resourceLocator: 'record',
	};

	return kinds[type] ?? 'text';
}

function lastOption({ options }: INodeProperties): unknown {
	return (options as INodePropertyOptions[]).at(-1)?.value;
}

/** What the editor requires with the last value of a choice. */
function neededFor(call: Call, choice: INodeProperties): object {
	const value = lastOption(choice);
	const isNeeded = ({ required, displayOptions }: INodeProperties) =>
		required && (displayOptions?.show?.[choice.name] as unknown[] | undefined)?.includes(value);
	const needed = parameterPathsOf(call).filter(({ property }) => isNeeded(property));

	return Object.fromEntries(needed.map(({ property }) => [property.name, sampleOf(property)]));
}

/**
 * A model fills the fields of a tool as it likes: numbers and switches as text, in upper case, with blanks
 * around. The result is the intended one, or an error before anything is sent: no default in place of what
 * was written. What is empty is tested in test/contract/emptyOptions.test.cts.
 */
describe('a value of a model in an operation that reads', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 100_000 } });

	beforeEach(() => addAllResources(sandbox()));

	const run = async (parameters: Record<string, unknown>, value?: unknown) => {
		const items = [{ value } as never];
		const { outputs, error, requests } = await resultThrough(throughTool, sandbox(), {
			parameters: parameters as NodeRun['parameters'],
			items,
		});
		const sent = requests.map(({ method, path, query }) => ({ method, path, query }));

		return { error, sent, outputs };
	};

	/** Calls the tool, with a value of the model in a field. */
	const callWith = async (
		{ field: { call, property, parametersWith }, needs }: Row,
		value: unknown,
	) => {
		const filled = '={{ $fromAI("value") }}';
		const isLocator = property.type === 'resourceLocator';
		const field = parametersWith(isLocator ? byId(filled) : filled);

		return await run({ ...call.parameters, ...needs, ...field }, value);
	};

	it.each(ROWS)('counts as the value that was meant: $title', async (row) => {
		const expected = await callWith(row, row.value);

		const result = await callWith(row, KINDS[row.kind].written(row.value));

		expect({ error: expected.error?.message }).toEqual({ error: undefined });
		expect(result).toStrictEqual(expected);
	});

	it.each(ROWS)('fails with the name of the field where it is wrong: $title', async (row) => {
		const { error, sent } = await callWith(row, KINDS[row.kind].wrong);

		expect(error?.message ?? 'no error').toContain(`'${row.field.property.displayName}'`);
		expect(sent).toEqual([]);
	});
});

/** n8n returns null for what a model leaves out, so a null-like text has to have the same effect. */
describe.each([
	{ caller: 'an AI agent', throughCaller: throughAgent },
	{ caller: 'the MCP Server Trigger', throughCaller: throughTool },
])('a null-like text in an operation that writes, as a tool of $caller', ({ throughCaller }) => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 100_000 } });

	/** What is sent, or the error. */
	const written = async (run: NodeRun) => {
		sandbox().reset();
		addAllResources(sandbox());
		const { error, requests } = await resultThrough(throughCaller, sandbox(), run);
		const writes = requests.filter(({ method }) => method !== 'GET');

		return { error, sent: writes.map(({ method, path, body }) => [method, path, body]) };
	};

	const update = { resource: 'account', operation: 'update', accountId: byId('acc-1') };
	const putTraits = (traits: object) => ({
		error: undefined,
		sent: [['PUT', '/resources/accounts/acc-1', { traits }]],
	});

	it('counts as empty in rows of traits, in JSON and among keys to clear', async () => {
		const row = { key: 'plan', type: 'string', stringValue: '={{ $fromAI("plan") }}' };
		const items = [{ plan: 'null', json: '{ "plan": "None", "seats": 3 }', clear: ['null', 'a'] }];
		const options = { emptyValues: 'clear', traitsToClear: '={{ $fromAI("clear") }}' };

		expect(
			await written({ parameters: { ...update, traits: { trait: [row] }, options }, items }),
		).toEqual(putTraits({ plan: null, a: null }));

		const json = { traitsMode: 'json', traitsJson: '={{ $fromAI("json") }}' };

		expect(await written({ parameters: { ...update, ...json, options }, items })).toEqual(
			putTraits({ plan: null, seats: '3', a: null }),
		);

		const ignoring = { ...options, emptyValues: 'ignore' };

		expect(await written({ parameters: { ...update, ...json, options: ignoring }, items })).toEqual(
			putTraits({ seats: '3', a: null }),
		);
	});

	it('stays in the JSON of a field that is not for JSON', async () => {
		const parameters = { ...update, updateFields: {}, operation: 'create', externalId: 'A9' };
		const items = [{ name: '{ "a": null }' }];

		const { sent } = await written({
			parameters: { ...parameters, name: '={{ $fromAI("name") }}' },
			items,
		});

		expect(sent.at(-1)?.[2]).toMatchObject({ name: items[0].name });
	});
});

describe('a null-like text in a workflow', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each([
		{ operation: 'that is fixed', entryPoint: throughRunner },
		{ operation: 'that is an expression', entryPoint: throughExpressions('operation') },
	])('goes out as text in an operation $operation', async ({ entryPoint }) => {
		addAllResources(sandbox());
		const update = { resource: 'account', operation: 'update', accountId: byId('acc-1') };
		const parameters = { ...update, updateFields: { name: '={{ $json.name }}' } };

		const { requests } = await resultThrough(entryPoint, sandbox(), {
			parameters,
			items: [{ name: 'None' }],
		});

		expect(requests.map(({ body }) => body)).toEqual([{ name: 'None' }]);
	});
});
