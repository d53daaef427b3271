import { assertIdText, readText } from '../../nodes/Vitally/values/text';

describe('an intact text', () => {
	it.each(['Müller', '😀', 'زنده\u200Cباد', 'tab\tand\nline', '❤\uFE0F'])(
		'is read: %j',
		(text) => {
			expect(readText(text, 'Note')).toBe(text);
		},
	);

	it.each([
		{ text: 'M\uFFFDller', message: /'Note' was read in the wrong encoding: .* after 'M'/ },
		{ text: '\uFFFDber', message: /damaged at its beginning/ },
		{ text: 'half \uD83D', message: /'Note' contains half a character after 'half '/ },
		{ text: '\uDE00', message: /half a character at its beginning/ },
	])('is not $text', ({ text, message }) => {
		expect(() => readText(text, 'Note')).toThrow(message);
	});

	it('is quoted from close to the fault', () => {
		expect(() => readText(`${'x'.repeat(1000)}end\uFFFD`, 'Note')).toThrow(/after '…x{17}end'/);
	});
});

describe('the text of an ID', () => {
	it.each(['acme-1', ' acme 1 ', 'Kunde Ä', '客户-7', 'a\tb', '❤\uFE0F'])('may be %j', (text) => {
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

	it.each(invisible)('has no invisible character: %j', (character) => {
		const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

		expect(() => assertIdText(`acme-1${character}`, 'External ID')).toThrow(
			`'External ID' contains an invisible character (U+${code}) after 'acme-1'`,
		);
		expect(() => assertIdText(`${character}acme-1`, 'External ID')).toThrow('at its beginning');
	});

	it('is not damaged', () => {
		expect(() => assertIdText('k\uFFFDln-1', 'External ID')).toThrow('wrong encoding');
	});
});
