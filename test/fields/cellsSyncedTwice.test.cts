import type { IDataObject } from 'n8n-workflow';

import { valuesEqual } from '../../nodes/Vitally/values/valuesEqual';
import type { ShownRecord } from '../../sandbox/faultyAnswer.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { accountOf, createAccount } from '../fixtures/accounts.cts';
import { TIME_ZONE, type Cell, type Kind } from '../fixtures/cells/cell.cts';
import { CELLS } from '../fixtures/cells/index.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';
import { someOf } from '../models/histories.cts';
import { expectedOf, TRAIT_TYPES } from './cellEntries.cts';

const KINDS_OF_TRAITS = Object.keys(TRAIT_TYPES) as Kind[];

const SYNC = { way: 'Sync', runs: {} };

/** The values that the accounts have before. */
const BEFORE = {
	text: 'before',
	number: 7,
	boolean: true,
	date: '2020-01-01T00:00:00.000Z',
	time: '2020-01-01T10:30:00.000Z',
	list: ['before', 'partner'],
};

/** The row of a cell has it in a column of each kind that takes it. */
const ROWS = CELLS.map((cell, index) => ({
	...cell,
	key: `key-${index}`,
	columns: columnsOf(cell),
}));

function columnsOf(cell: Cell): IDataObject {
	const kinds = KINDS_OF_TRAITS.filter((kind) => !('fault' in expectedOf(cell, kind, SYNC)));

	// An expression makes a text of Luxon's object before it is read as a list; a column has the object.
	if (isDateTime(cell.cell)) kinds.splice(kinds.indexOf('list'), 1);

	return Object.fromEntries(kinds.map((kind) => [kind, cell.cell as never]));
}

function isDateTime(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'toISO' in value;
}

/** The forms in which Vitally may show what it has stored. */
const FORMS = [
	{ form: 'as they were sent', shown: undefined },
	{ form: 'with times as milliseconds', shown: withTimes((time) => Date.parse(time)) },
	{ form: 'with times in another zone', shown: withTimes((time) => time.replace('Z', '+00:00')) },
	{ form: 'with numbers as text', shown: withTraits('number', String) },
	{
		form: 'with lists in another order',
		shown: withTraits('list', (list) => [...(list as [])].reverse()),
	},
];

function withTimes(change: (time: string) => unknown) {
	const changeTime = (time: unknown) => change(String(time));
	const dates = withTraits('date', changeTime);
	const times = withTraits('time', changeTime);

	return (record: ShownRecord) => times(dates(record));
}

function withTraits(key: string, change: (value: unknown) => unknown) {
	return (record: ShownRecord): ShownRecord => {
		const traits = (record.traits ?? {}) as IDataObject;
		const value = traits[key];
		if (value === undefined || value === null) return record;

		return { ...record, traits: { ...traits, [key]: change(value) } };
	};
}

describe.each(someOf(1, FORMS))(
	'a table of cells whose values Vitally shows $form',
	({ shown }) => {
		const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 100_000 } });
		const resultsOf = {
			first: new Map<unknown, unknown>(),
			second: new Map<unknown, unknown>(),
			undo: new Map<unknown, unknown>(),
		};
		const traitsAfterUndo = new Map<string, IDataObject>();

		const run = async (parameters: object, items: IDataObject[]) => {
			const options = { credentials: credentialsFor(sandbox()), timeZone: TIME_ZONE };
			const outcome = await runNode({ parameters: { ...parameters }, items }, options);
			if (outcome.error) throw outcome.error as Error;

			return outcome.items(NODE).map(({ json }) => json);
		};

		const sync = async () =>
			await run(
				{
					resource: 'account',
					operation: 'sync',
					externalId: '={{ $json.key }}',
					traitsMode: 'mapper',
					traitsMapper: { mappingMode: 'autoMapInputData', value: null, schema: [] },
					options: { emptyValues: 'clear' },
					dryRun: false,
					syncOutput: 'each',
				},
				ROWS.map(({ key, columns }) => ({ key, ...columns })),
			);

		beforeAll(async () => {
			for (const [trait, type] of Object.entries(TRAIT_TYPES)) {
				defineTrait(sandbox(), trait, { type });
			}

			for (const { key } of ROWS) {
				await createAccount(sandbox(), { externalId: key, name: key, traits: BEFORE });
			}

			if (shown) sandbox().faults.add({ kind: 'shown', as: shown });

			const first = await sync();
			const second = await sync();
			const undo = await run({ resource: 'account', operation: 'undoSync', dryRun: false }, first);

			for (const { key } of ROWS) {
				traitsAfterUndo.set(key, accountOf(sandbox(), key)?.traits as IDataObject);
			}

			for (const { externalId, result } of first) resultsOf.first.set(externalId, result);
			for (const { externalId, result } of second) resultsOf.second.set(externalId, result);
			for (const { externalId, result } of undo) resultsOf.undo.set(externalId, result);
		});

		it.each(ROWS)('counts as unchanged in a second Sync: $name ($tool)', ({ key }) => {
			expect(resultsOf.first.get(key)).toBe('updated');
			expect(resultsOf.second.get(key)).toBe('unchanged');
		});

		it.each(ROWS)('gets its old values back by Sync: Undo: $name ($tool)', ({ key }) => {
			expect(resultsOf.undo.get(key)).toBe('restored');

			for (const [trait, value] of Object.entries(BEFORE)) {
				const after = traitsAfterUndo.get(key)?.[trait];

				// A time that Vitally shows in another form is written so.
				expect(valuesEqual(after, value) ? value : after).toEqual(value);
			}
		});
	},
);
