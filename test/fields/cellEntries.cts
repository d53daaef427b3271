import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { traitRow } from '../fixtures/accounts.cts';
import { KINDS, TIME_ZONE, type Cell, type Kind } from '../fixtures/cells/cell.cts';
import { byId } from '../fixtures/locators.cts';

/** What became of a cell: the value that would be sent, nothing, or the text of an error. */
export type CellResult = { sent: unknown } | { isEmpty: true } | { fault: string };

/** A way by which cells are entered. */
export interface Entry {
	way: string;
	/** Whether a model fills the field. */
	isModel?: boolean;
	/** Whether the cells are in an object of JSON. */
	isJson?: boolean;
	/** Whether what is sent is what differs from a new record, which has no entries of lists. */
	isComparison?: boolean;
	/** The run with all cells, by the kinds of fields that the way has. */
	runs: Partial<Record<Kind, EntryRun>>;
}

interface EntryRun extends NodeRun {
	/** Returns the value that would be sent, from the JSON of an output item. */
	valueIn(json: IDataObject): unknown;
}

/** The types of the traits in which the cells are entered; `untyped` has no definition. */
export const TRAIT_TYPES: Partial<Record<Kind, string>> = {
	text: 'string',
	number: 'number',
	boolean: 'boolean',
	date: 'date',
	time: 'dateTime',
	list: 'multiSelect',
};

const TRAIT_KINDS = Object.keys(TRAIT_TYPES) as Kind[];
const CELL = '={{ $json.cell }}';
const dryRun = { options: { dryRun: true } };

const bodyOf = (json: IDataObject) => json.body as IDataObject;
const traitIn = (kind: Kind) => (json: IDataObject) =>
	((bodyOf(json).traits ?? {}) as IDataObject)[kind];

const changeOf = (name: string) => (json: IDataObject) => {
	const changes = JSON.parse(String(json.changedFields ?? '{}')) as Record<
		string,
		{ new: unknown }
	>;

	return (changes as Partial<typeof changes>)[name]?.new;
};

/** Every body has a name, so that one without the cell is no error. */
const updateAccount = (fields: object) => ({
	resource: 'account',
	operation: 'update',
	accountId: byId('acc-1'),
	updateFields: { name: 'Acme' },
	...dryRun,
	...fields,
});
const createAccount = (fields: object) => ({
	resource: 'account',
	operation: 'create',
	externalId: 'a1',
	name: 'Acme',
	...fields,
	...dryRun,
});
const createUser = (fields: object) => ({
	resource: 'user',
	operation: 'create',
	externalId: 'u1',
	accountId: byId('acc-1'),
	...fields,
	...dryRun,
});
const sync = (fields: object) => ({
	resource: 'account',
	operation: 'sync',
	externalId: '={{ $json.key }}',
	syncOutput: 'each',
	...fields,
});

const rowOf = (kind: Kind, value: string) => {
	const type = TRAIT_TYPES[kind];
	const row = traitRow(kind, type ?? 'string', value);

	return { trait: [type ? row : { ...row, type: 'automatic' }] };
};

/** Maps the column of the cell to the field or trait of a name, and the other values that a new record needs. */
const mapped = (name: string, others: object = {}) => ({
	traitsMode: 'mapper',
	traitsMapper: { mappingMode: 'defineBelow', value: { [name]: CELL, ...others }, schema: [] },
});

const ofTraits = (kinds: readonly Kind[], runOf: (kind: Kind) => NodeRun): Entry['runs'] =>
	Object.fromEntries(kinds.map((kind) => [kind, { ...runOf(kind), valueIn: traitIn(kind) }]));

/** The runs of the form, whose fields a person or a model fills. */
function formRuns(): Entry['runs'] {
	return {
		...ofTraits([...TRAIT_KINDS, 'untyped'], (kind) => ({
			parameters: updateAccount({ traits: rowOf(kind, CELL) }),
		})),
		email: {
			parameters: createUser({ email: CELL }),
			valueIn: (json) => bodyOf(json).email,
		},
		id: {
			parameters: createAccount({ externalId: CELL }),
			valueIn: (json) => bodyOf(json).externalId,
		},
	};
}

export const ENTRIES: Entry[] = [
	{ way: 'the form', runs: formRuns() },
	{
		way: 'a tool',
		isModel: true,
		runs: Object.fromEntries(
			Object.entries(formRuns()).map(([kind, run]) => [kind, { ...run, isTool: true }]),
		),
	},
	{
		way: 'fields that are no traits',
		runs: {
			field: {
				parameters: createUser({ additionalFields: { avatar: CELL } }),
				valueIn: (json) => bodyOf(json).avatar,
			},
			number: {
				parameters: updateAccount({ updateFields: { name: 'Acme', mrr: CELL } }),
				valueIn: (json) => ((bodyOf(json).traits ?? {}) as IDataObject).mrr,
			},
			date: {
				parameters: updateAccount({ updateFields: { name: 'Acme', nextRenewalDate: CELL } }),
				valueIn: (json) => ((bodyOf(json).traits ?? {}) as IDataObject).nextRenewalDate,
			},
			boolean: {
				parameters: createUser({ additionalFields: { unsubscribedFromConversations: CELL } }),
				valueIn: (json) => bodyOf(json).unsubscribedFromConversations,
			},
			list: {
				parameters: {
					resource: 'task',
					operation: 'create',
					name: 'Call',
					accountId: byId('acc-1'),
					additionalFields: { tags: CELL },
					...dryRun,
				},
				valueIn: (json) => bodyOf(json).tags,
			},
		},
	},
	{
		way: 'JSON',
		isJson: true,
		runs: ofTraits([...TRAIT_KINDS, 'untyped'], (kind) => ({
			parameters: updateAccount({
				traitsMode: 'json',
				traitsJson: `={{ { ${kind}: $json.cell } }}`,
			}),
		})),
	},
	{
		way: 'the mapper',
		runs: {
			...ofTraits([...TRAIT_KINDS, 'untyped'], (kind) => ({
				parameters: updateAccount({
					...mapped(kind),
					options: { dryRun: true, columnsWithoutTrait: 'create' },
				}),
			})),
			email: {
				parameters: createUser(mapped('email')),
				valueIn: (json) => bodyOf(json).email,
			},
		},
	},
	{
		way: 'Sync',
		isComparison: true,
		runs: {
			...Object.fromEntries(
				[...TRAIT_KINDS, 'untyped' as const].map((kind) => [
					kind,
					{
						parameters: sync({
							...mapped(kind, { name: 'Acme' }),
							options: { columnsWithoutTrait: 'create' },
						}),
						valueIn: changeOf(`traits.${kind}`),
					},
				]),
			),
			email: {
				parameters: sync({ ...mapped('email', { organizationIds: 'org-1' }), resource: 'user' }),
				valueIn: changeOf('email'),
			},
			id: {
				parameters: sync({ ...mapped('name', { name: 'Acme' }), externalId: CELL }),
				valueIn: ({ externalId }) => externalId,
			},
		},
	},
	{
		way: 'Analytics',
		runs: {
			...ofTraits(TRAIT_KINDS, (kind) => ({
				type: 'vitallyAnalytics',
				parameters: { ...analytics('account'), traits: rowOf(kind, CELL), ...dryRun },
			})),
			untyped: {
				type: 'vitallyAnalytics',
				parameters: {
					...analytics('account'),
					traitsMode: 'json',
					traitsJson: '={{ { untyped: $json.cell } }}',
					...dryRun,
				},
				valueIn: traitIn('untyped'),
			},
			email: {
				type: 'vitallyAnalytics',
				parameters: {
					...analytics('user'),
					userId: 'u1',
					additionalFields: { email: CELL },
					...dryRun,
				},
				valueIn: traitIn('email'),
			},
			id: {
				type: 'vitallyAnalytics',
				parameters: { ...analytics('account'), accountId: CELL, ...dryRun },
				valueIn: (json) => bodyOf(json).accountId,
			},
		},
	},
];

function analytics(resource: string) {
	return { resource, operation: 'upsert', accountId: 'a1' };
}

/** Runs the node once with all cells as items, and returns what became of each. */
export async function runCells(
	sandbox: Sandbox,
	cells: readonly Cell[],
	{ valueIn, ...run }: EntryRun,
): Promise<CellResult[]> {
	const items = cells.map(({ cell }, index) => {
		const item = { key: `key-${index}` };

		return cell === undefined ? item : { ...item, cell };
	}) as IDataObject[];
	const outcome = await runNode(
		{ ...run, items, onError: 'continueRegularOutput' },
		{ credentials: credentialsFor(sandbox), timeZone: TIME_ZONE },
	);
	if (outcome.error) throw outcome.error as Error;

	const results: CellResult[] = [];

	for (const item of outcome.items(NODE)) {
		results[indexOf(item)] = resultOf(item.json, valueIn);
	}

	return results;
}

function indexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as { item: number }).item;
}

function resultOf(json: IDataObject, valueIn: EntryRun['valueIn']): CellResult {
	if (json.error !== undefined) return { fault: [json.error, json.message].join('\n') };
	if (json.result === 'failed') return { fault: [json.reason, json.description].join('\n') };

	const sent = valueIn(json);

	// JSON writes negative zero as zero.
	return sent === undefined
		? { isEmpty: true }
		: { sent: JSON.parse(JSON.stringify(sent)) as unknown };
}

const NO_ENTRY: Entry = { way: 'none', runs: {} };

const REQUIRED = { fault: expect.stringContaining('is empty') };

/** What is expected of a cell in a kind of field. */
export function expectedOf(
	cell: Cell,
	kind: Kind,
	{ isModel, isJson, isComparison }: Entry,
): object {
	const { means = {}, faults = {}, isEmpty } = cell;
	const isTakenForEmpty = isEmpty === 'always' || (isEmpty === 'from a model' && isModel);
	if (isTakenForEmpty) return kind === 'id' ? REQUIRED : { isEmpty: true };

	// What JSON cannot keep is rejected before the types of the traits are read.
	const isRejectedAsJson =
		isJson && kind !== 'untyped' && 'fault' in expectedOf(cell, 'untyped', NO_ENTRY);
	if (isRejectedAsJson) return expectedOf(cell, 'untyped', NO_ENTRY);

	const fault = faults[kind];
	if (fault !== undefined) return { fault: expect.stringContaining(fault) };

	const isTrue = typeof [cell.cell].flat()[0] === 'boolean';
	const sent = kind === 'field' && !isTrue ? means.text : means[kind];
	const isOfList = kind === 'list' || kind === 'untyped';
	if (isComparison && isOfList && isEmptyList(sent ?? cell.cell)) return { isEmpty: true };

	if (sent !== undefined) return { sent };
	if (kind === 'untyped' && isKeptByJson(cell.cell)) return { sent: asJson(cell.cell) };

	return { fault: expect.stringMatching(KINDS[kind]) };
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/** Negative zero is zero. */
function asJson(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value)) as unknown;
}

/** Whether JSON keeps a value; a date is its text. */
function isKeptByJson(value: unknown): boolean {
	if (typeof value === 'number') return Number.isFinite(value);
	if (typeof value !== 'object' || value === null) return true;
	if (Array.isArray(value)) return value.every(isKeptByJson);
	if (value instanceof Date || 'toISO' in value) return asJson(value) !== null;

	return Object.getPrototypeOf(value) === Object.prototype;
}
