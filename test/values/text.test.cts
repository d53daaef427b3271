import { assertIdText, readIdText, readText } from '../../nodes/Vitally/values/text';
import { errorOf } from '../errors/thrownError.cts';
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
		expect(readText(text, 'Note')).toBe(text);
	});

	it.each([
		{ text: 'M\uFFFDller', error: wrongEncodingError('Note', "after 'M'") },
		{ text: '\uFFFDber', error: wrongEncodingError('Note', 'at its beginning') },
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
			expect(readText(text, 'Note')).toBe(text);
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
		'\u200B',
		'\u2060',
		'\u200E',
		'\u202A',
		'\u202C',
		'\u00AD',
		'\uFEFF',
		'\u200D',
		'\u3164',
		'\0',
		'\u0007',
	];

	it.each(invisible)('rejects an invisible character at both ends: %j', (character) => {
		const code = codeOf(character);

		expect(errorOf(() => assertIdText(`acme-1${character}`, 'External ID'))).toEqual(
			invisibleCharacterError('External ID', code, "after 'acme-1'"),
		);
		expect(errorOf(() => assertIdText(`${character}acme-1`, 'External ID'))).toEqual(
			invisibleCharacterError('External ID', code, 'at its beginning'),
		);
	});

	it.each(['\u00A0', '\u2007', '\u202F', '\u2028'])(
		'rejects a character that looks like a space: %j',
		(character) => {
			expect(errorOf(() => assertIdText(`acme${character}1`, 'External ID'))).toEqual(
				invisibleCharacterError('External ID', codeOf(character), "after 'acme'"),
			);
		},
	);

	it.each(['1.23457E+12', '4,91512E+11', '1E+15', '1.234568e+12'])(
		'rejects a number that a spreadsheet has shortened: %s',
		(text) => {
			expect(errorOf(() => assertIdText(text, 'External ID'))).toEqual(
				fieldError(
					'External ID',
					`The value "${text}" of 'External ID' is a number that a spreadsheet has shortened`,
					'Format the column as text in the spreadsheet, enter the IDs again, and export the file again. The other digits of the number are lost.',
				),
			);
		},
	);

	it.each([
		{ text: '100.0', id: '100' },
		{ text: '12345.0', id: '12345' },
	])('rejects a whole number that became a decimal: $text', ({ text, id }) => {
		expect(errorOf(() => assertIdText(text, 'External ID'))).toEqual(
			fieldError(
				'External ID',
				`The value "${text}" of 'External ID' is an ID that became a decimal number`,
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

/** How Unicode numbers a character, such as U+200B. */
function codeOf(character: string): string {
	return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
