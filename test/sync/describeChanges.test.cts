import fc from 'fast-check';

import type { Changes } from '../../nodes/Vitally/sync/changes';
import {
	describeChanges,
	describeNewRecord,
} from '../../nodes/Vitally/sync/report/describeChanges';
import { valuesEqual } from '../../nodes/Vitally/values/valuesEqual';
import { runsOf } from '../models/histories.cts';
import { readChangesText, readNewRecordText, type ReadValue } from './readChangesText.cts';

const LABELS = new Map([
	['accountId', 'Account'],
	['npsScore', 'Score'],
]);
const NAMES = new Map([
	['76da5b45', 'Birch Health'],
	['1c0ffee2', 'Birch Health'],
]);

const textOf = (changes: object) => describeChanges(changes as Changes, LABELS, NAMES);
const change = (old: unknown, value: unknown) => ({ old, new: value });

const newRecordText = (values: object, name?: string) => {
	const changes = Object.entries(values).map(([field, value]) => [field, change(null, value)]);

	return describeNewRecord(Object.fromEntries(changes) as Changes, LABELS, NAMES, name);
};

describe('the text of changes', () => {
	it.each([
		{ character: 'a tab', value: 'a\tb', shown: String.raw`"a\tb"` },
		{ character: 'a no-break space', value: 'a\u00a0b', shown: String.raw`"a\u00a0b"` },
		{ character: 'a line separator', value: 'a\u2028b', shown: String.raw`"a\u2028b"` },
		{ character: 'a variation selector', value: 'a\ufe0fb', shown: String.raw`"a\ufe0fb"` },
		{ character: 'a Hangul filler', value: 'a\u3164b', shown: String.raw`"a\u3164b"` },
		{ character: 'an empty Braille pattern', value: 'a\u2800b', shown: String.raw`"a\u2800b"` },
		{ character: 'a line break', value: 'a\nb', shown: String.raw`"a\nb"` },
		{ character: 'a turn of direction', value: 'a\u202eb', shown: String.raw`"a\u202eb"` },
		{ character: 'half of a character', value: 'a\ud800b', shown: String.raw`"a\ud800b"` },
		{ character: 'a tag of two units', value: 'a\u{e0041}b', shown: String.raw`"a\udb40\udc41b"` },
	])('shows the escape of $character', ({ value, shown }) => {
		expect(textOf({ name: change('A', value) })).toBe(`Name: A → ${shown}`);
	});

	it.each([
		{ mark: 'a semicolon', value: 'a;b' },
		{ mark: 'an arrow', value: 'a→b' },
		{ mark: 'a quotation mark', value: 'a"b', shown: String.raw`"a\"b"` },
		{ mark: 'a comma and a space', value: 'a, b' },
		{ mark: 'a colon and a space', value: 'a: b' },
		{ mark: 'a bracket at its beginning', value: '[a' },
		{ mark: 'a brace at its beginning', value: '{a' },
		{ mark: 'a space at its beginning', value: ' a' },
		{ mark: 'a space at its end', value: 'a ' },
		{ mark: 'nothing but the sign for nothing', value: '–' },
	])('has in quotes a value with $mark', ({ value, shown = `"${value}"` }) => {
		expect(textOf({ name: change('A', value) })).toBe(`Name: A → ${shown}`);
	});

	it.each([
		{ place: 'the key of an object', value: { 'a\u200b': 1 }, shown: String.raw`{"a\u200b":1}` },
		{ place: 'a value of an object', value: { a: '\u200b' }, shown: String.raw`{"a":"\u200b"}` },
	])('shows the escape of a character in $place', ({ value, shown }) => {
		expect(textOf({ 'traits.tier': change('A', value) })).toBe(`Tier: A → ${shown}`);
	});

	it.each([
		{ sign: 'a semicolon', field: 'traits.a; b', label: '"A; B"' },
		{
			sign: 'a character that shows nothing',
			field: 'traits.a\u200bb',
			label: String.raw`"A\u200bb"`,
		},
	])('has in quotes the label of a trait with $sign', ({ field, label }) => {
		expect(textOf({ [field]: change('A', 'B') })).toBe(`${label}: A → B`);
	});

	it.each([
		{
			title: 'labels of the editor, and names',
			changes: { accountId: change(null, '76da5b45') },
			text: 'Account: – → Birch Health',
		},
		{
			title: 'the IDs of two records of one name',
			changes: { accountId: change('1c0ffee2', '76da5b45') },
			text: 'Account: 1c0ffee2 → 76da5b45',
		},
		{
			title: 'a field without a label',
			changes: { nextRenewalDate: change('', '2027-01-01') },
			text: 'Next Renewal Date: – → 2027-01-01',
		},
		{
			title: 'a trait by its key',
			changes: { 'traits.vitally.custom.plan_name': change('A', 'B') },
			text: 'Plan Name: A → B',
		},
		{
			title: 'a trait of another tool by the last part of its key',
			changes: { 'traits.crm.sales.contract_end': change('A', 'B') },
			text: 'Contract End: A → B',
		},
		{
			title: 'a trait with capitals',
			changes: { 'traits.ARR': change(0, false) },
			text: 'ARR: 0 → false',
		},
		{
			title: 'a trait with the name of a field',
			changes: { 'traits.npsScore': change(1, 2) },
			text: 'NPS Score: 1 → 2',
		},
		{
			title: 'two traits of one label by their names in the API',
			changes: { 'traits.plan': change('A', 'B'), 'traits.vitally.custom.plan': change(1, 2) },
			text: 'traits.plan: A → B; traits.vitally.custom.plan: 1 → 2',
		},
		{
			title: 'lists',
			changes: { accountIds: change([], ['76da5b45', 'b']) },
			text: 'Account Ids: – → Birch Health, b',
		},
		{
			title: 'objects',
			changes: { 'traits.tier': change({ a: 1 }, [{ b: 2 }]) },
			text: 'Tier: {"a":1} → {"b":2}',
		},
		{
			title: 'a day without its midnight, a time whole',
			changes: { 'traits.end': change('2027-03-31T00:00:00.000Z', '2027-04-01T09:00:00.000Z') },
			text: 'End: 2027-03-31 → 2027-04-01T09:00:00.000Z',
		},
		{
			title: 'several fields',
			changes: { name: change('A', 'B'), 'traits.x': change(1, null) },
			text: 'Name: A → B; X: 1 → –',
		},
		{
			title: 'a value that looks like several changes, in quotes',
			changes: { 'traits.plan': change('free', 'gold; Seats: 10 → 20') },
			text: 'Plan: free → "gold; Seats: 10 → 20"',
		},
		{
			title: 'blanks at the beginning and at the end, in quotes',
			changes: { name: change(' A', 'A '), 'traits.plan': change('\u00a0A', 'A B') },
			text: String.raw`Name: " A" → "A "; Plan: "\u00a0A" → A B`,
		},
		{
			title: 'the sign for nothing as a value, in quotes',
			changes: { name: change('–', '– –') },
			text: 'Name: "–" → – –',
		},
		{
			title: 'line breaks, and characters that turn or show nothing, as escapes',
			changes: { name: change('A\nB', 'A\u202eB\u200b') },
			text: String.raw`Name: "A\nB" → "A\u202eB\u200b"`,
		},
	])('has $title', ({ changes, text }) => {
		expect(textOf(changes)).toBe(text);
	});

	it.each([
		{ entry: 'an empty text, in quotes', value: '', shown: '""' },
		{ entry: 'null, as the sign for nothing', value: null, shown: '–' },
		{ entry: 'zero', value: 0, shown: '0' },
		{ entry: 'false', value: false, shown: 'false' },
		{ entry: 'the word null', value: 'null', shown: 'null' },
		{ entry: 'the sign for nothing, in quotes', value: '–', shown: '"–"' },
		{ entry: 'a comma and a space, in quotes', value: 'a, b', shown: '"a, b"' },
		{ entry: 'a day without its midnight', value: '2027-03-31T00:00:00.000Z', shown: '2027-03-31' },
		{ entry: 'an object', value: { a: 1 }, shown: '{"a":1}' },
		{ entry: 'a list', value: ['b', 2], shown: '["b",2]' },
		{ entry: 'the ID of a record with a name', value: '76da5b45', shown: 'Birch Health' },
		{
			entry: 'an object with a character that shows nothing',
			value: { a: '\u200b' },
			shown: String.raw`{"a":"\u200b"}`,
		},
	])('has of a list the entry $entry', ({ value, shown }) => {
		expect(textOf({ 'traits.tags': change(['a'], [value, 'z']) })).toBe(`Tags: a → ${shown}, z`);
	});

	it.each([
		{ mark: 'a comma without a space', value: 'a,b' },
		{ mark: 'a colon without a space', value: '10:30' },
		{ mark: 'a bracket in its middle', value: 'a[b' },
		{ mark: 'a brace in its middle', value: 'a{b' },
		{ mark: 'a space in its middle', value: 'a b' },
		{ mark: 'a dash beside other text', value: 'a – b' },
		{ mark: 'an apostrophe', value: "a'b" },
	])('has as it is a value with $mark', ({ value }) => {
		expect(textOf({ name: change('A', value) })).toBe(`Name: A → ${value}`);
	});

	it('cuts no value, so that a person approves what is written', () => {
		const long = `${'x'.repeat(10_000)}!`;

		for (const [before, after] of [
			[long, 'B'],
			['B', long],
		]) {
			const { length } = textOf({ name: change(before, after) });

			expect({ characters: length }).toEqual({ characters: `Name: ${long} → B`.length });
		}
	});

	it('cuts no list', () => {
		const list = Array.from({ length: 50 }, (_, index) => `e${index}`);

		expect(textOf({ 'traits.list': change([], list) })).toBe(`List: – → ${list.join(', ')}`);
	});

	it('leaves out no field', () => {
		const numbers = Array.from({ length: 40 }, (_, index) => index);
		const fields = numbers.map((number) => [`traits.t${number}`, change(1, 2)]);

		expect(textOf(Object.fromEntries(fields) as object)).toBe(
			numbers.map((number) => `T${number}: 1 → 2`).join('; '),
		);
	});

	it.each([
		{
			title: 'each field without an old value',
			values: { externalId: 'crm-1', accountId: '76da5b45', 'traits.plan': 'Growth' },
			name: undefined,
			text: 'External ID: crm-1; Account: Birch Health; Plan: Growth',
		},
		{
			title: 'no name that the column next to it shows',
			values: { name: 'Larch Freight, Inc.', externalId: 'crm-1' },
			name: 'Larch Freight, Inc.',
			text: 'External ID: crm-1',
		},
		{
			title: 'the name if the column has another one',
			values: { name: 'Larch Freight', externalId: 'crm-1' },
			name: 'Larch',
			text: 'Name: Larch Freight; External ID: crm-1',
		},
		{
			title: 'a name with a character that the column does not show',
			values: { name: 'Larch\u200bFreight', externalId: 'crm-1' },
			name: 'Larch\u200bFreight',
			text: String.raw`Name: "Larch\u200bFreight"; External ID: crm-1`,
		},
		{
			title: 'a name that begins with a space',
			values: { name: ' Larch', externalId: 'crm-1' },
			name: ' Larch',
			text: 'Name: " Larch"; External ID: crm-1',
		},
		{
			title: 'a trait with the label of the name by its name in the API',
			values: { name: 'Larch', 'traits.name': 'B' },
			name: 'Larch',
			text: 'traits.name: B',
		},
		{
			title: 'a value that looks like several changes, in quotes',
			values: { 'traits.plan': 'gold; Seats: 10 → 20' },
			name: 'Larch',
			text: 'Plan: "gold; Seats: 10 → 20"',
		},
	])('has of a new record $title', ({ values, name, text }) => {
		expect(newRecordText(values, name)).toBe(text);
	});

	const hostile = fc.constantFrom(
		'; ',
		' → ',
		': ',
		', ',
		'"',
		'\\',
		'\n',
		'\u2028',
		'\u202e',
		'\u200b',
		'\u00a0',
		'–',
		'<img src=x>',
		'Plan: A → B',
		'[1]',
		'{"a":1}',
		'\ud800',
		'😀',
		'null',
		'',
	);
	const text = fc
		.array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 4 }), fc.lorem()), {
			maxLength: 4,
		})
		.map((parts) => parts.join(''));
	const plainValue = fc.oneof(text, fc.double({ noNaN: true }), fc.integer(), fc.boolean());
	const value = fc.oneof(
		plainValue,
		fc.constant(null),
		fc.array(plainValue, { maxLength: 30 }),
		fc.dictionary(text, fc.oneof(text, fc.array(text)), { minKeys: 1 }),
	);
	const field = fc.oneof(
		fc.constantFrom('name', 'accountId', 'traits.plan', 'traits.vitally.custom.plan'),
		text.map((key) => `traits.${key}`),
	);
	const record = fc.dictionary(field, fc.record({ old: value, new: value }), { maxKeys: 30 });

	const newRecord = fc.dictionary(field, value, { maxKeys: 30 });

	it('tells a reader every field and every value, and no more', () => {
		fc.assert(
			fc.property(record, (changes) => {
				const read = readChangesText(textOf(changes));
				const found = read.map(({ before, after }) => ({
					before: before.map(shownEntry),
					after: after.map(shownEntry),
				}));

				expect(found).toEqual(
					Object.values(changes).map(({ old, new: after }) => ({
						before: shownEntriesOf(old),
						after: shownEntriesOf(after),
					})),
				);
				expect(repeatedIn(read.map(({ label }) => label))).toEqual([]);
			}),
			{ numRuns: runsOf(300) },
		);
	});

	it('tells a reader every field and every value of a new record', () => {
		fc.assert(
			fc.property(newRecord, (values) => {
				const read = readNewRecordText(newRecordText(values));

				expect(read.map(({ value: entries }) => entries.map(shownEntry))).toEqual(
					Object.values(values).map(shownEntriesOf),
				);
				expect(repeatedIn(read.map(({ label }) => label))).toEqual([]);
			}),
			{ numRuns: runsOf(300) },
		);
	});

	it('shows no character that cannot be seen', () => {
		fc.assert(
			fc.property(record, newRecord, (changes, values) => {
				const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u00a0]/u;

				expect(textOf(changes)).not.toMatch(unseen);
				expect(newRecordText(values)).not.toMatch(unseen);
			}),
			{ numRuns: runsOf(300) },
		);
	});
});

/** An entry of a value as a reader understands it; what stands for nothing has no quotes. */
function shownEntry({ text, isNothing }: ReadValue): string {
	return isNothing ? 'nothing' : JSON.stringify(text);
}

/** What a reader has to find of a value: any that counts as empty is shown as nothing. */
function shownEntriesOf(value: unknown): string[] {
	if (valuesEqual(value, null)) return ['nothing'];

	return [value].flat().map((entry) => {
		const text = typeof entry === 'object' ? JSON.stringify(entry) : String(entry);

		return JSON.stringify(text);
	});
}

function repeatedIn(labels: string[]): string[] {
	return labels.filter((label, index) => labels.indexOf(label) < index);
}
