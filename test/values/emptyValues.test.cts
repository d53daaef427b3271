import {
	jsonByteLength,
	takeWithinBytes,
	truncateToBytes,
} from '../../nodes/Vitally/values/byteLimits';
import {
	EMPTY_LIST,
	EMPTY_TEXT,
	encodeEmpty,
	isEmpty,
	NULL_ONLY,
	type EmptyValues,
} from '../../nodes/Vitally/values/emptyValues';
import { parseTextList } from '../../nodes/Vitally/values/lists';
import { buildTraits } from '../../nodes/Vitally/values/traits/buildTraits';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import { notListError } from '../errors/valueErrors.cts';
import { atMost } from '../fixtures/bounds.cts';

const RULES: EmptyValues[] = ['ignore', 'clear', 'send'];

describe('buildTraits with empty values', () => {
	const sent = (emptyValues: EmptyValues, type: string, value: unknown) =>
		buildTraits(
			{ rows: [{ key: 'a', type, [`${type}Value`]: value as null }], emptyValues },
			'UTC',
		);

	/** What is sent for an empty and for a blank text, by type. */
	it.each([
		{ type: 'number', empty: null, blank: null },
		{ type: 'boolean', empty: null, blank: null },
		{ type: 'date', empty: null, blank: null },
		{ type: 'dateTime', empty: null, blank: null },
		{ type: 'multiSelect', empty: [], blank: [] },
		{ type: 'string', empty: '', blank: ' \t' },
	])('sends what the rule says of an empty trait of the type $type', ({ type, empty, blank }) => {
		const sentWith = (rule: EmptyValues) => ({
			emptyText: sent(rule, type, ''),
			blankText: sent(rule, type, ' \t'),
			null: sent(rule, type, null),
			missing: sent(rule, type, undefined),
		});
		const sentByRule = {
			ignore: sentWith('ignore'),
			clear: sentWith('clear'),
			send: sentWith('send'),
		};
		const nothing = undefined;
		const cleared = { a: null };

		expect(sentByRule).toEqual({
			ignore: { emptyText: nothing, blankText: nothing, null: nothing, missing: nothing },
			clear: { emptyText: cleared, blankText: cleared, null: cleared, missing: cleared },
			send: {
				emptyText: { a: empty },
				blankText: { a: blank },
				null: cleared,
				missing: cleared,
			},
		});
	});

	it.each([
		{ type: 'number', value: 0, expected: 0 },
		{ type: 'boolean', value: false, expected: false },
		{ type: 'string', value: 0, expected: '0' },
		{ type: 'multiSelect', value: [], expected: [] },
	])(
		'sends false, 0 and an empty list, whatever the rule: $type $value',
		({ type, value, expected }) => {
			const sentWith = RULES.map((rule) => ({ rule, traits: sent(rule, type, value) }));

			expect(sentWith).toEqual(RULES.map((rule) => ({ rule, traits: { a: expected } })));
		},
	);

	it.each(RULES)('clears a trait by its key with the rule %s', (emptyValues) => {
		const rows = [{ key: 'b', type: 'number', numberValue: 1 }];

		expect(resultOf(() => buildTraits({ rows, clear: 'a', emptyValues }, 'UTC'))).toEqual({
			a: null,
			b: 1,
		});
	});

	it.each(['ignore', 'clear'] as const)(
		'clears a trait by its key with the rule %s, also if its row has an empty value',
		(emptyValues) => {
			const rows = [{ key: 'a', type: 'string', stringValue: '' }];

			expect(resultOf(() => buildTraits({ rows, clear: 'a', emptyValues }, 'UTC'))).toEqual({
				a: null,
			});
		},
	);
});

describe('isEmpty', () => {
	it.each([
		{ what: 'undefined', value: undefined },
		{ what: 'null', value: null },
		{ what: 'an empty text', value: '' },
		{ what: 'blanks', value: ' \t\n' },
		{ what: 'a zero-width space among blanks', value: ' \u200B ' },
		{ what: 'a soft hyphen', value: '\u00AD' },
		{ what: 'a list of null', value: [null] },
		{ what: 'a list of an empty text and undefined', value: ['', undefined] },
		{ what: 'a list of a list of blanks', value: [[' ']] },
	])('counts $what as empty', ({ value }) => {
		expect({ isEmpty: isEmpty(value) }).toEqual({ isEmpty: true });
	});

	it.each([
		{ what: '0', value: 0 },
		{ what: 'false', value: false },
		{ what: 'NaN', value: NaN },
		{ what: 'the text null', value: 'null' },
		{ what: 'an emoji with a selector of its look', value: '\u2764\uFE0F' },
		{ what: 'half a character', value: '\uD83D' },
		{ what: 'an empty list', value: [] },
		{ what: 'a list of 0', value: [0] },
		{ what: 'a list of an empty text and another one', value: ['', 'a'] },
		{ what: 'an object without keys', value: {} },
		{ what: 'a list of an object', value: [{}] },
		{ what: 'a list of an empty list', value: [[]] },
		{ what: 'an invalid date', value: new Date(NaN) },
	])('counts $what as a value', ({ value }) => {
		expect({ isEmpty: isEmpty(value) }).toEqual({ isEmpty: false });
	});
});

describe('encodeEmpty', () => {
	const encodings = [
		{ kind: 'a number', encoding: NULL_ONLY, cleared: null, blank: null, missing: null },
		{ kind: 'a text', encoding: EMPTY_TEXT, cleared: null, blank: ' ', missing: null },
		{ kind: 'a list', encoding: EMPTY_LIST, cleared: [], blank: [], missing: [] },
		{
			kind: 'a text that nothing clears',
			encoding: { cleared: undefined, blank: '' },
			cleared: undefined,
			blank: ' ',
			missing: null,
		},
	];

	it.each(encodings)('returns by rule what is sent for $kind', (row) => {
		const { encoding, cleared, blank, missing } = row;

		expect({
			ignoreBlank: encodeEmpty('ignore', ' ', encoding),
			ignoreMissing: encodeEmpty('ignore', null, encoding),
			clearBlank: encodeEmpty('clear', ' ', encoding),
			clearMissing: encodeEmpty('clear', null, encoding),
			sendBlank: encodeEmpty('send', ' ', encoding),
			sendMissing: encodeEmpty('send', null, encoding),
		}).toEqual({
			ignoreBlank: undefined,
			ignoreMissing: undefined,
			clearBlank: cleared,
			clearMissing: cleared,
			sendBlank: blank,
			sendMissing: missing,
		});
	});
});

describe('truncateToBytes', () => {
	it.each([
		{ text: 'short', maxBytes: 7, expected: 'short' },
		{ text: 'a text in\n\n two lines ', maxBytes: 30, expected: 'a text in two lines' },
		{ text: 'too long', maxBytes: 9, expected: 'too…' },
		{ text: 'a "quote" is longer as JSON', maxBytes: 14, expected: 'a "quote…' },
		{ text: '😀😀😀', maxBytes: 10, expected: '😀…' },
		{ text: 'x'.repeat(1000), maxBytes: 20, expected: `${'x'.repeat(15)}…` },
	])('shortens "$text" to at most $maxBytes bytes', ({ text, maxBytes, expected }) => {
		const short = truncateToBytes(text, maxBytes);

		expect({ short, bytes: jsonByteLength(short) }).toEqual({
			short: expected,
			bytes: atMost(maxBytes),
		});
	});
});

describe('takeWithinBytes', () => {
	it.each([
		// Each letter takes four bytes, its quotes and a comma included.
		{ entries: ['a', 'b', 'c'], maxBytes: 12, taken: ['a', 'b', 'c'] },
		{ entries: ['a', 'b', 'c'], maxBytes: 11, taken: ['a', 'b'] },
		{ entries: ['a', 'long text', 'b', 'c'], maxBytes: 10, taken: ['a', 'b'] },
		{ entries: ['€', 'b'], maxBytes: 9, taken: ['€'] },
		{ entries: ['a'], maxBytes: -5, taken: [] },
	])('takes of $entries what fits into $maxBytes bytes', ({ entries, maxBytes, taken }) => {
		expect(takeWithinBytes(entries, maxBytes)).toEqual(taken);
	});
});

describe('parseTextList', () => {
	it.each([
		['a, b ,c', ['a', 'b', 'c']],
		['', []],
		[null, []],
		[[], []],
		[
			['a', 'b, c'],
			['a', 'b, c'],
		],
		[
			['a', 1, false],
			['a', '1', 'false'],
		],
		['["a","b, c"]', ['a', 'b, c']],
		[7, ['7']],
		[['a', null, ' '], ['a']],
		['["a", null]', ['a']],
	])('creates a list of %j', (value, expected) => {
		expect(resultOf(() => parseTextList(value, 'Tags'))).toEqual(expected);
	});

	it.each([
		{ value: {}, shown: '{}' },
		{ value: [{}], shown: '{}' },
		{ value: ' , ,', shown: '" , ,"' },
		{ value: '""', shown: '"\\"\\""' },
		{ value: '[1', shown: '"[1"', fault: ' The JSON breaks off in line 1, column 3.' },
		{ value: ' [1', shown: '" [1"', fault: ' The JSON breaks off in line 1, column 4.' },
		{ value: '{"a": [1}', shown: '"{\\"a\\": [1}"' },
		{ value: '[{}]', shown: '{}' },
		{ value: true, shown: 'true' },
	])('rejects $value, and shows what is no text', ({ value, shown, fault }) => {
		expect(errorOf(() => parseTextList(value, 'Tags'))).toEqual(notListError('Tags', shown, fault));
	});
});
