import { assertIdText, readIdText, readText } from '../../nodes/Vitally/values/text';

describe('readText', () => {
	it.each(['Müller', '😀', 'زنده\u200Cباد', 'tab\tand\nline', '❤\uFE0F'])('returns %j', (text) => {
		expect(readText(text, 'Note')).toBe(text);
	});

	it.each([
		{ text: 'M\uFFFDller', message: /'Note' was read in the wrong encoding: .* after 'M'/ },
		{ text: '\uFFFDber', message: /damaged at its beginning/ },
		{ text: 'half \uD83D', message: /'Note' contains half a character after 'half '/ },
		{ text: '\uDE00', message: /half a character at its beginning/ },
	])('rejects damaged text: $text', ({ text, message }) => {
		expect(() => readText(text, 'Note')).toThrow(message);
	});

	it.each(['#N/A', ' #REF! ', '#NV', '#BEZUG!', '#NOM?', '#value!'])(
		'rejects an error of a spreadsheet: %j',
		(text) => {
			expect(() => readText(text, 'Note')).toThrow(
				`The value "${text.trim()}" of 'Note' is an error of a spreadsheet`,
			);
		},
	);

	it.each(['#1', '#general', '#WOW!', '#N/A in the sheet', 'N/A', 'None'])(
		"returns %s, which a spreadsheet doesn't use for an error",
		(text) => {
			expect(readText(text, 'Note')).toBe(text);
		},
	);

	it('quotes only the text next to the damage', () => {
		expect(() => readText(`${'x'.repeat(1000)}end\uFFFD`, 'Note')).toThrow(/after '…x{17}end'/);
	});
});

describe('assertIdText', () => {
	it.each(['acme-1', ' acme 1 ', 'Kunde Ä', '客户-7', 'a\tb', '❤\uFE0F'])('accepts %j', (text) => {
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
		const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

		expect(() => assertIdText(`acme-1${character}`, 'External ID')).toThrow(
			`'External ID' contains an invisible character (U+${code}) after 'acme-1'`,
		);
		expect(() => assertIdText(`${character}acme-1`, 'External ID')).toThrow('at its beginning');
	});

	it.each(['\u00A0', '\u2007', '\u202F', '\u2028'])(
		'rejects a character that looks like a space: %j',
		(character) => {
			expect(() => assertIdText(`acme${character}1`, 'External ID')).toThrow(
				"'External ID' contains an invisible character",
			);
		},
	);

	it.each(['1.23457E+12', '4,91512E+11', '1E+15', '1.234568e+12'])(
		'rejects a number that a spreadsheet has shortened: %s',
		(text) => {
			expect(() => assertIdText(text, 'External ID')).toThrow(
				`The value "${text}" of 'External ID' is a number that a spreadsheet has shortened`,
			);
		},
	);

	it('rejects a whole number that became a decimal', () => {
		expect(() => assertIdText('12345.0', 'External ID')).toThrow(
			`The value "12345.0" of 'External ID' is an ID that became a decimal number`,
		);
	});

	it.each([
		'1.0',
		'10.0',
		'123.0.0',
		'12345.5',
		'1e5',
		'E+12',
		'12E+15',
		'1.5E+3-x',
		'客户\u30007',
	])('accepts %s, which no spreadsheet has shortened', (text) => {
		expect(() => assertIdText(text, 'External ID')).not.toThrow();
	});

	it('rejects a date, which a spreadsheet may have made of an ID', () => {
		expect(() => readIdText(new Date(0), 'External ID')).toThrow("'External ID' is not text");
	});

	it('rejects a damaged text', () => {
		expect(() => assertIdText('k\uFFFDln-1', 'External ID')).toThrow('wrong encoding');
	});
});
