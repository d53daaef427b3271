import { article, readFoundBy, readLocator } from '../../nodes/Vitally/fields/locators';
import { parameterOf, requiredLocator } from '../../nodes/Vitally/records/recordType';
import type { RecordType } from '../../nodes/Vitally/records/recordType';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import { read } from '../docs/docFiles.cts';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import {
	fieldError,
	invisibleCharacterError,
	nullLikeError,
	spreadsheetError,
} from '../errors/valueErrors.cts';
import { differences, NO_DIFFERENCES } from '../fixtures/differences.cts';

const PICKING = read('docs/picking.md');

/** The kinds of records by way, as the list in docs/picking.md has them: `all records but …`, or the kinds. */
const WAYS = new Map([
	['ID', 'all'],
	// People alone have an address; the table of the ways names one of each.
	[
		'Email',
		/^\| By Email +\| ([^|]+)/m.exec(PICKING)?.[1].replace(/(user|teammate)\b/g, '$1s') ?? '',
	],
	...[...PICKING.matchAll(/^- _(?:From|By) ([\w ]+?)_: (.+)$/gm)].map(
		([, way, kinds]): [string, string] => [way, kinds],
	),
]);

const MODES = [
	{ mode: 'list', way: 'List' },
	{ mode: 'email', way: 'Email' },
	{ mode: 'id', way: 'ID' },
	{ mode: 'externalId', way: 'External ID' },
	{ mode: 'name', way: 'Name' },
	{ mode: 'url', way: 'URL' },
];

/** Categories and instances are named as such, templates without what they are for. */
function isNamed({ plural }: RecordType, kinds: string): boolean {
	const words = [plural, plural.split(' ').at(-1) ?? ''];
	const isIn = words.some((word) =>
		new RegExp(`\\b${word}\\b`).test(kinds.replace(' of custom objects', '')),
	);

	return kinds.startsWith('all records but') ? !isIn : kinds === 'all' || isIn;
}

const modesOf = (type: RecordType) =>
	MODES.filter(({ way }) => isNamed(type, WAYS.get(way) ?? '')).map(({ mode }) => mode);

describe('a field that picks a record', () => {
	it.each(RECORD_TYPES)('offers the ways that docs/picking.md names: $name', (type) => {
		const { modes = [] } = requiredLocator(type);

		expect(
			differences(
				modes.map(({ name }) => name),
				modesOf(type),
			),
		).toEqual(NO_DIFFERENCES);
	});

	it.each(RECORD_TYPES)(
		'has a list for From List, and a text for each other way: $name',
		(type) => {
			const { modes = [] } = requiredLocator(type);

			for (const mode of modes) {
				expect({ [mode.name]: mode.type }).toEqual({
					[mode.name]: mode.name === 'list' ? 'list' : 'string',
				});
			}
		},
	);

	it.each(RECORD_TYPES)('begins with the list where there is one: $name', (type) => {
		const { default: initial } = requiredLocator(type);
		const hasList = modesOf(type).includes('list');

		expect(initial).toEqual({ mode: hasList ? 'list' : 'id', value: '' });
	});

	it.each(RECORD_TYPES.filter((type) => modesOf(type).includes('list')))(
		'has a list to search in, which says that it is slow where External IDs are quicker: $name',
		(type) => {
			const list = requiredLocator(type).modes?.find(({ name }) => name === 'list');
			const { searchable, slowLoadNotice } = list?.typeOptions ?? {};

			expect({ searchable, saysThatItIsSlow: slowLoadNotice !== undefined }).toEqual({
				searchable: true,
				saysThatItIsSlow: type.externalIds !== undefined,
			});
		},
	);

	const readIn = (type: RecordType, mode: string) => {
		const param = () => ({ __rl: true, mode, value: 'x' });

		return readLocator(
			{ timeZone: 'UTC', param },
			{ parameter: parameterOf(type), label: type.label },
			type,
		);
	};

	const ROWS = RECORD_TYPES.flatMap((type) =>
		['email', 'name', 'url', 'path'].map((mode) => ({ type, mode })),
	);
	const isOffered = ({ type, mode }: (typeof ROWS)[number]) => modesOf(type).includes(mode);

	it.each(ROWS.filter(isOffered))(
		'accepts the mode $mode, which it offers: $type.name',
		({ type, mode }) => {
			expect(resultOf(() => readIn(type, mode))).toEqual({ mode, value: 'x' });
		},
	);

	it.each(ROWS.filter((row) => !isOffered(row)))(
		'rejects the mode $mode, which it does not offer: $type.name',
		({ type, mode }) => {
			expect(errorOf(() => readIn(type, mode))).toEqual(
				fieldError(
					type.label,
					`The field '${type.label}' does not specify a record`,
					'Choose a record from the list, or enter its ID.',
				),
			);
		},
	);

	it.each([
		{ stored: ' 7 ', mode: 'id', value: '7' },
		{ stored: 7, mode: 'id', value: 7 },
		{ stored: null, mode: 'id', value: null },
		{ stored: { mode: 'id', value: ' x ' }, mode: 'id', value: 'x' },
		{ stored: { mode: 'externalId', value: ' x ' }, mode: 'externalId', value: ' x ' },
		{ stored: { mode: 'externalId', value: [' x '] }, mode: 'externalId', value: ' x ' },
		{ stored: { mode: 'id', value: [' x '] }, mode: 'id', value: 'x' },
	])(
		'reads $stored as $value by $mode: only an External ID may have blanks around it',
		({ stored, mode, value }) => {
			const item = { timeZone: 'UTC', param: () => stored as unknown };

			expect(
				resultOf(() => readLocator(item, { parameter: 'accountId', label: 'Account' })),
			).toEqual({
				mode,
				value,
			});
		},
	);
});

describe('the value by which a record is found', () => {
	const label = 'Account';

	it.each([
		{ mode: 'name', value: 'Acme\u200B', found: 'Acme\u200B' },
		{ mode: 'name', value: ['Acme'], found: 'Acme' },
		{ mode: 'id', value: 7, found: '7' },
	] as const)('reads $value as $found by $mode', ({ mode, value, found }) => {
		expect(resultOf(() => readFoundBy({ mode, value }, label))).toBe(found);
	});

	it.each([
		{ mode: 'name', value: 'None', error: nullLikeError(label, 'None') },
		{ mode: 'name', value: '#N/A', error: spreadsheetError(label, '#N/A') },
		{ mode: 'id', value: 'null', error: nullLikeError(label, 'null') },
		{ mode: 'externalId', value: '-', error: nullLikeError(label, '-') },
		{
			mode: 'id',
			value: 'x\u200B',
			error: invisibleCharacterError(label, 'U+200B', "after 'x'"),
		},
		...(['name', 'id', 'externalId'] as const).map((mode) => ({
			mode,
			value: ' ',
			error: fieldError(
				label,
				"The field 'Account' is empty",
				"Choose a record for 'Account', or check that the expression returns an ID.",
			),
		})),
	] as const)('fails where it is $value by $mode', ({ mode, value, error }) => {
		expect(errorOf(() => readFoundBy({ mode, value }, label))).toEqual(error);
	});
});

it.each([
	{ noun: 'account', expected: 'an' },
	{ noun: 'NPS response', expected: 'an' },
	{ noun: 'note', expected: 'a' },
	{ noun: 'user', expected: 'a' },
])("the article of '$noun' in messages is '$expected'", ({ noun, expected }) => {
	expect(article(noun)).toBe(expected);
});
