/** A text of any length. */
export interface Pattern {
	title: string;
	/** @param length in characters */
	textOf(length: number): string;
}

/** What patterns and parsers look for, and what they do not expect. */
const ATOMS = [
	...' \t\n\u00a0aZé中09.,;:!?@#$%&*+-_=~^|/\\()[]{}<>"\'`',
	// Half a character, combining characters, and the noncharacters that mark elements of Markdown.
	'\ud800',
	'\u0307',
	'\u0307\u0323',
	'\ufdd0',
	'\ufdd4',
	'\ufdd5',
	'\ufdd6',
	'\r\n',
	'Id',
	'e1',
	'2026-01-01',
	'T00:00',
	'a@b',
	'@ ',
	'{"a":',
	'"a",',
	'https://',
	'../',
	'{{',
	'}}',
	'{{a}}',
	'={{',
	'$json',
	'%25',
	'&amp;',
	'&#',
	'**',
	'__',
	'![',
	'](',
	'[a](b)',
	'```\n',
	'\n- ',
	'\n1. ',
	'\n> ',
	'\n|-|',
	'</',
	'<!',
	'<!--',
	'<a ',
	'<p a="',
	'<b>',
	'<br>',
	'<ul><li>',
	'<code>',
	'</code>',
	'<script>',
];

const repeated = (atom: string, length: number) =>
	atom.repeat(Math.ceil(length / atom.length)).slice(0, length);

const LETTERS = 20_000;

export const SINGLES: readonly Pattern[] = [
	...ATOMS.map((atom) => ({
		title: `${JSON.stringify(atom)} repeated`,
		textOf: (length: number) => repeated(atom, length),
	})),
	{
		title: 'an open quote before many entries in quotes',
		textOf: (length) => '"' + repeated('"a",', length),
	},
	{
		title: 'different letters',
		textOf: (length) => {
			const codes = Array.from({ length }, (_, index) => 0x4e00 + (index % LETTERS));

			return codes.map((code) => String.fromCodePoint(code)).join('');
		},
	},
];

/** Two atoms in turn, an atom before many of another, and many of an atom before many of another. */
export const PAIRS: readonly Pattern[] = ATOMS.flatMap((a, index) =>
	ATOMS.flatMap((b, other): Pattern[] => {
		const title = `${JSON.stringify(a)} and ${JSON.stringify(b)}`;
		const both: Pattern[] = [
			{ title: `${title} repeated`, textOf: (length) => repeated(a + b, length) },
			{ title: `${title} repeated after it`, textOf: (length) => a + repeated(b, length) },
			{
				title: `${title}, each repeated`,
				textOf: (length) => repeated(a, length / 2) + repeated(b, length / 2),
			},
		];
		if (index === other) return [];

		return index < other ? both : both.slice(1);
	}),
);
