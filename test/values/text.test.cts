import { assertIdText, readIdText, readText } from '../../nodes/Vitally/values/text';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import {
	fieldError,
	halfCharacterError,
	invisibleCharacterError,
	notTextError,
	spreadsheetError,
	wrongEncodingError,
} from '../errors/valueErrors.cts';

describe('readText', () => {
	it.each(['Müller', '😀', 'زنده\u200Cباد', 'tab\tand\nline', '❤\uFE0F'])('returns %j', (text) => {
		expect(resultOf(() => readText(text, 'Note'))).toBe(text);
	});

	it.each([
		{ text: 'M\uFFFDller', error: wrongEncodingError('Note', "after 'M'") },
		{ text: '\uFFFDber', error: wrongEncodingError('Note', 'at its beginning') },
		{ text: ' \n\uFFFDber', error: wrongEncodingError('Note', 'at its beginning') },
		{ text: 'half \uD83D', error: halfCharacterError('Note', "after 'half '") },
		{ text: '\uDE00', error: halfCharacterError('Note', 'at its beginning') },
	])('rejects damaged text: $text', ({ text, error }) => {
		expect(errorOf(() => readText(text, 'Note'))).toEqual(error);
	});

	it.each(['#N/A', ' #REF! ', '#NV', '#BEZUG!', '#NOM?', '#value!'])(
		'rejects an error of a spreadsheet: %j',
		(text) => {
			expect(errorOf(() => readText(text, 'Note'))).toEqual(spreadsheetError('Note', text.trim()));
		},
	);

	it.each(['#1', '#general', '#WOW!', '#N/A in the sheet', 'N/A', 'None'])(
		"returns %s, which a spreadsheet doesn't use for an error",
		(text) => {
			expect(resultOf(() => readText(text, 'Note'))).toBe(text);
		},
	);

	it('quotes only the text next to the damage', () => {
		expect(errorOf(() => readText(`${'x'.repeat(1000)}end\uFFFD`, 'Note'))).toEqual(
			wrongEncodingError('Note', `after '…${'x'.repeat(17)}end'`),
		);
	});
});

describe('assertIdText', () => {
	it.each([
		'acme-1',
		' acme 1 ',
		'Kunde Ä',
		'客户-7',
		'a\tb',
		'❤\uFE0F',
		'葛\u{E0100}',
		'客户\u30007',
	])('accepts %j, which has no invisible character', (text) => {
		expect(() => assertIdText(text, 'External ID')).not.toThrow();
	});

	const invisible = [
		{ code: 'U+0000', character: '\0' },
		{ code: 'U+0007', character: '\u0007' },
		{ code: 'U+00AD', character: '\u00AD' },
		{ code: 'U+200B', character: '\u200B' },
		{ code: 'U+200D', character: '\u200D' },
		{ code: 'U+200E', character: '\u200E' },
		{ code: 'U+202A', character: '\u202A' },
		{ code: 'U+202C', character: '\u202C' },
		{ code: 'U+2060', character: '\u2060' },
		{ code: 'U+3164', character: '\u3164' },
		{ code: 'U+FEFF', character: '\uFEFF' },
		{ code: 'U+1D173', character: '\u{1D173}' },
		{ code: 'U+E0041', character: '\u{E0041}' },
	];

	it.each(invisible)('rejects the invisible character $code at the end', ({ code, character }) => {
		expect(errorOf(() => assertIdText(`acme-1${character}`, 'External ID'))).toEqual(
			invisibleCharacterError('External ID', code, "after 'acme-1'"),
		);
	});

	it.each(invisible)('rejects the invisible character $code at the beginning', (row) => {
		expect(errorOf(() => assertIdText(`${row.character}acme-1`, 'External ID'))).toEqual(
			invisibleCharacterError('External ID', row.code, 'at its beginning'),
		);
	});

	it.each([
		{ code: 'U+00A0', character: '\u00A0' },
		{ code: 'U+2007', character: '\u2007' },
		{ code: 'U+202F', character: '\u202F' },
		{ code: 'U+2028', character: '\u2028' },
	])('rejects $code, which looks like a space', ({ code, character }) => {
		expect(errorOf(() => assertIdText(`acme${character}1`, 'External ID'))).toEqual(
			invisibleCharacterError('External ID', code, "after 'acme'"),
		);
	});

	it.each(['1.23457E+12', '4,91512E+11', '1E+15', '1.234568e+12', ' 1E+15 '])(
		'rejects a number that a spreadsheet has shortened: %s',
		(text) => {
			expect(errorOf(() => assertIdText(text, 'External ID'))).toEqual(
				fieldError(
					'External ID',
					`The value "${text.trim()}" of 'External ID' is a number that a spreadsheet has shortened`,
					'Format the column as text in the spreadsheet, enter the IDs again, and export the file again. The other digits of the number are lost.',
				),
			);
		},
	);

	it.each([
		{ text: '100.0', id: '100' },
		{ text: '12345.0', id: '12345' },
		{ text: ' 12345.0\n', id: '12345' },
	])('rejects a whole number that became a decimal: $text', ({ text, id }) => {
		expect(errorOf(() => assertIdText(text, 'External ID'))).toEqual(
			fieldError(
				'External ID',
				`The value "${id}.0" of 'External ID' is an ID that became a decimal number`,
				`Let the program that writes the file keep the column as text, so that the ID is "${id}" again.`,
			),
		);
	});

	it.each(['1.0', '10.0', '1.5E+9', '123.0.0', '12345.5', '1e5', 'E+12', '12E+15', '1.5E+3-x'])(
		'accepts %s, which no spreadsheet has shortened',
		(text) => {
			expect(() => assertIdText(text, 'External ID')).not.toThrow();
		},
	);

	it('rejects a date, which a spreadsheet may have made of an ID', () => {
		expect(errorOf(() => readIdText(new Date(0), 'External ID'))).toEqual(
			notTextError('External ID'),
		);
	});

	it('rejects a damaged text', () => {
		expect(errorOf(() => assertIdText('k\uFFFDln-1', 'External ID'))).toEqual(
			wrongEncodingError('External ID', "after 'k'"),
		);
	});
});
