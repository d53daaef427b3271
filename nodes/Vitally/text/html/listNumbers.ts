/** The numbers of a list that an `ol` would not show, since Vitally keeps none of its attributes. */
export interface ListNumbering {
	next: number;
	type: string;
}

const ALPHABET = 26;
const CODE_BEFORE_A = 64;

const ROMAN: ReadonlyArray<[value: number, numeral: string]> = [
	[1000, 'M'],
	[900, 'CM'],
	[500, 'D'],
	[400, 'CD'],
	[100, 'C'],
	[90, 'XC'],
	[50, 'L'],
	[40, 'XL'],
	[10, 'X'],
	[9, 'IX'],
	[5, 'V'],
	[4, 'IV'],
	[1, 'I'],
];

/** The highest number that Roman numerals have. */
const MAX_ROMAN = 3999;

/** Returns how a list is numbered, `undefined` for 1, 2, 3. */
export function readListNumbering(
	attributes: ReadonlyMap<string, string>,
): ListNumbering | undefined {
	const next = readWholeNumber(attributes.get('start')) ?? 1;
	const type = attributes.get('type') ?? '1';
	const hasLetters = /^[ai]$/i.test(type);

	return next === 1 && !hasLetters ? undefined : { next, type };
}

/** Returns the number of an attribute; `undefined` for none, and for a text that begins with none, such as an empty one. */
export function readWholeNumber(text = ''): number | undefined {
	const number = Number.parseInt(text, 10);

	return Number.isNaN(number) ? undefined : number;
}

/** Returns the number of the next item as a list shows it: `3.`, `c.` or `III.`. */
export function listMarker({ next, type }: ListNumbering): string {
	const isLowerCase = type === type.toLowerCase();
	const numeral = numeralOf(type.toLowerCase(), next);

	return `${isLowerCase ? numeral.toLowerCase() : numeral}.`;
}

function numeralOf(type: string, number: number): string {
	if (type === 'a' && number > 0) return letters(number);
	if (type === 'i' && number > 0 && number <= MAX_ROMAN) return romanNumeral(number);

	return String(number);
}

/** Returns A to Z, then AA. */
function letters(number: number): string {
	let text = '';

	for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / ALPHABET)) {
		text = String.fromCharCode(CODE_BEFORE_A + ((rest - 1) % ALPHABET) + 1) + text;
	}

	return text;
}

function romanNumeral(number: number): string {
	let rest = number;
	let text = '';

	for (const [value, numeral] of ROMAN) {
		text += numeral.repeat(Math.floor(rest / value));
		rest %= value;
	}

	return text;
}
