import { parseLines, parseTextList } from '../../nodes/Vitally/values/lists';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import {
	halfCharacterError,
	lostDigitsError,
	notListError,
	wrongEncodingError,
} from '../errors/valueErrors.cts';

describe('parseTextList', () => {
	it.each([
		{ form: 'commas', text: 'gold, partner', entries: ['gold', 'partner'] },
		{ form: 'semicolons of a CRM', text: 'gold;partner', entries: ['gold', 'partner'] },
		{ form: 'names with commas', text: 'Acme, Inc.;Beta', entries: ['Acme, Inc.', 'Beta'] },
		{ form: 'lines', text: 'gold\npartner\r\n\r\nnew', entries: ['gold', 'partner', 'new'] },
		{ form: 'lines of an old Mac', text: 'gold\rpartner', entries: ['gold', 'partner'] },
		{ form: 'lines with semicolons', text: 'a; b\nc', entries: ['a; b', 'c'] },
		{ form: 'an array of Postgres', text: '{gold,partner}', entries: ['gold', 'partner'] },
		{
			form: 'quotes of Postgres',
			text: '{"Acme, Inc.","say \\"hi\\"",plain text}',
			entries: ['Acme, Inc.', 'say "hi"', 'plain text'],
		},
		{ form: 'NULL of Postgres as no entry', text: '{gold,NULL}', entries: ['gold'] },
		{
			form: 'blanks around the entries of Postgres',
			text: '{ gold , NULL ,partner }',
			entries: ['gold', 'partner'],
		},
		{ form: 'the text NULL of Postgres', text: '{gold,"NULL"}', entries: ['gold', 'NULL'] },
		{ form: 'an empty array of Postgres', text: '{}', entries: [] },
		{ form: 'braces around the first entry alone', text: '{a}, b', entries: ['{a}', 'b'] },
		{ form: 'braces around the last entry alone', text: 'a, {b}', entries: ['a', '{b}'] },
		{
			form: 'a list of Postgres in blanks',
			text: ' {gold,partner}\n',
			entries: ['gold', 'partner'],
		},
		{ form: 'brackets around the last entry alone', text: 'a, [b]', entries: ['a', '[b]'] },
		{ form: 'quotes of CSV', text: '"Acme, Inc.", Beta', entries: ['Acme, Inc.', 'Beta'] },
		{ form: 'quotes in quotes', text: '"say ""hi""",b', entries: ['say "hi"', 'b'] },
		{
			form: 'doubled quotes before a comma in quotes',
			text: '"Acme ""A"", Inc. ""B"", Ltd.", Beta',
			entries: ['Acme "A", Inc. "B", Ltd.', 'Beta'],
		},
		{
			form: 'doubled quotes before a semicolon in quotes',
			text: '"Acme ""A""; Inc. ""B""; Ltd."; Beta',
			entries: ['Acme "A"; Inc. "B"; Ltd.', 'Beta'],
		},
		{
			form: 'doubled quotes before a line break in quotes',
			text: '"Acme ""A""\nInc. ""B""\nLtd."\nBeta',
			entries: ['Acme "A"\nInc. "B"\nLtd.', 'Beta'],
		},
		{ form: 'quotes before a space', text: '"a, b" , c', entries: ['a, b', 'c'] },
		{ form: 'quotes that nobody closes', text: '"a, b', entries: ['"a, b'] },
		{ form: 'quotes behind a space', text: 'a, "b, c"', entries: ['a', 'b, c'] },
		{ form: 'a semicolon in quotes', text: '"a;b", c', entries: ['a;b', 'c'] },
		{ form: 'separators in several quotes', text: '"a;b", "c;d"', entries: ['a;b', 'c;d'] },
		{ form: 'lines in several quotes', text: '"a\nb", "c\nd"', entries: ['a\nb', 'c\nd'] },
		{ form: 'a quote in the middle', text: '5" pipe, 6" pipe', entries: ['5" pipe', '6" pipe'] },
		{
			form: 'inches with semicolons',
			text: '5" pipe; 6" pipe',
			entries: ['5" pipe', '6" pipe'],
		},
		{ form: 'inches on lines', text: '13"\n15"', entries: ['13"', '15"'] },
		{
			form: 'a semicolon in a quotation',
			text: 'Say "hi; you", b',
			entries: ['Say "hi; you"', 'b'],
		},
		{ form: 'bullets', text: '- gold\n- partner', entries: ['gold', 'partner'] },
		{
			form: 'bullets with empty lines between them',
			text: '- gold\n\n - partner\n',
			entries: ['gold', 'partner'],
		},
		{ form: 'stars', text: '* gold\n* partner', entries: ['gold', 'partner'] },
		{ form: 'numbers with brackets', text: '9) gold\n10) partner', entries: ['gold', 'partner'] },
		{
			form: 'hyphens without a space, which are no list',
			text: '-gold\n-partner',
			entries: ['-gold', '-partner'],
		},
		{
			form: 'a bullet in one of the lines',
			text: '- gold\npartner',
			entries: ['- gold', 'partner'],
		},
		{ form: 'bullets without a space', text: '•gold\n•partner', entries: ['gold', 'partner'] },
		{ form: 'numbers', text: '1. gold\n2. partner', entries: ['gold', 'partner'] },
		{
			form: 'numbers of three digits, which are no list',
			text: '100. gold\n101. partner',
			entries: ['100. gold', '101. partner'],
		},
		{ form: 'one line with a hyphen', text: '- gold', entries: ['- gold'] },
		{ form: 'JSON', text: '["a;b", "c, d"]', entries: ['a;b', 'c, d'] },
		{ form: 'one entry', text: ' gold ', entries: ['gold'] },
	])('reads $form', ({ text, entries }) => {
		expect(resultOf(() => parseTextList(text, 'Tags'))).toEqual(entries);
	});

	it('takes the entries of a list as they are', () => {
		expect(resultOf(() => parseTextList(['a;b', 'c, d', '{e}'], 'Tags'))).toEqual([
			'a;b',
			'c, d',
			'{e}',
		]);
	});

	it.each([
		{ text: '{NULL}', shown: '"{NULL}"' },
		{ text: '[null]', shown: '"[null]"' },
		{ text: '[""]', shown: '"[\\"\\"]"' },
		{ text: ';;', shown: '";;"' },
		{ text: '{"a":1}', shown: '"{\\"a\\":1}"' },
		{ text: '{a{b}}', shown: '"{a{b}}"' },
		{ text: '[1, {}]', shown: '{}' },
	])('rejects $text, and shows what is no text', ({ text, shown }) => {
		expect(errorOf(() => parseTextList(text, 'Tags'))).toEqual(notListError('Tags', shown));
	});

	it.each([
		{
			entry: 'of a text in another encoding',
			value: 'gold;M\uFFFDller',
			error: wrongEncodingError('Tags', "after 'M'"),
		},
		{
			entry: 'with half a character',
			value: ['half \uD83D'],
			error: halfCharacterError('Tags', "after 'half '"),
		},
		{ entry: 'of a number that has lost digits', value: [2 ** 53], error: lostDigitsError('Tags') },
	])('rejects an entry $entry', ({ value, error }) => {
		expect(errorOf(() => parseTextList(value, 'Tags'))).toEqual(error);
	});

	it('rejects a number alone that has lost digits', () => {
		expect(errorOf(() => parseTextList(2 ** 53, 'Tags'))).toEqual(lostDigitsError('Tags'));
	});
});

describe('parseLines', () => {
	it('takes the bullets off the lines of a list', () => {
		expect(
			resultOf(() => parseLines('• We agreed on goals\n• Next step: a call', 'Key Points')),
		).toEqual(['We agreed on goals', 'Next step: a call']);
	});

	it.each([
		{
			text: 'We agreed on goals, and set a date; next step: a call',
			lines: ['We agreed on goals, and set a date; next step: a call'],
		},
		{
			text: 'Goals agreed, with dates.\r\nNext step set\rCall, soon\n\nDone',
			lines: ['Goals agreed, with dates.', 'Next step set', 'Call, soon', 'Done'],
		},
		{ text: '- We agreed on goals', lines: ['- We agreed on goals'] },
		{ text: '["a, b", "c; d"]', lines: ['a, b', 'c; d'] },
	])('keeps sentences whole: $text', ({ text, lines }) => {
		expect(resultOf(() => parseLines(text, 'Key Points'))).toEqual(lines);
	});
});
