/** A part of JSON, from its grammar (RFC 8259). */
const TOKEN =
	/[{}[\],:]|"(?:[^"\\\p{Cc}]|[\u007F-\u009F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/uy;

const BLANKS = /[ \t\n\r]*/y;

/** How much of a text is quoted. */
const MAX_QUOTED = 20;

/** A bracket that is not closed yet. */
interface OpenBracket {
	closedBy: string;
	/** The keys of the object so far. */
	keys: Set<string>;
}

interface Scan {
	/** The index of the first character that the grammar does not allow; `undefined` for JSON. */
	end: number | undefined;
	repeatedKey: string | undefined;
}

/** What the grammar allows at a place. */
type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

/**
 * Returns a sentence for the end of an error, with a blank before it: the place at which a text stops being JSON.
 *
 * @returns an empty text for JSON, and for what is no text
 */
export function describeJsonError(value: unknown): string {
	const text = typeof value === 'string' ? value : '';
	const index = text.trim() === '' ? undefined : scan(text).end;
	if (index === undefined) return '';

	const before = text.slice(0, index).split(/\r\n|[\n\r]/);
	const column = before[before.length - 1].length + 1;
	const place = `line ${before.length}, column ${column}`;
	const [found] = text.slice(index).split(/[\n\r]/);
	if (found === '') return ` The JSON breaks off in ${place}.`;

	return ` The JSON is wrong in ${place}, at '${found.slice(0, MAX_QUOTED)}'.`;
}

/** Returns the first key that an object of a JSON text has twice, of which JSON.parse keeps the last one. */
export function findRepeatedKey(text: string): string | undefined {
	return scan(text).repeatedKey;
}

/** Reads a text as JSON, to the first character that the grammar does not allow. */
function scan(text: string): Scan {
	const open: OpenBracket[] = [];
	let expected: Expected = 'value';
	let index = 0;
	let repeatedKey: string | undefined;

	for (;;) {
		index += matchAt(BLANKS, text, index).length;
		if (expected === 'nothing' && index === text.length) return { end: undefined, repeatedKey };

		const token = matchAt(TOKEN, text, index);
		const next: Expected | undefined =
			token === '' ? undefined : expectedAfter(token, expected, open);
		if (next === undefined) return { end: index, repeatedKey };

		// Only after a key comes a colon.
		if (next === 'colon') {
			const key = String(JSON.parse(token));
			const { keys } = open[open.length - 1];
			if (keys.has(key)) repeatedKey ??= key;

			keys.add(key);
		}

		expected = next;
		index += token.length;
	}
}

/** @returns an empty text where nothing matches */
function matchAt(pattern: RegExp, text: string, index: number): string {
	pattern.lastIndex = index;

	return pattern.exec(text)?.[0] ?? '';
}

/**
 * @param open changed: it gets the brackets that a token opens, and loses those that it closes
 * @returns `undefined` for a token that is not allowed
 */
function expectedAfter(
	token: string,
	expected: Expected,
	open: OpenBracket[],
): Expected | undefined {
	const isValue = expected === 'value' || expected === 'valueOrEnd';

	switch (token) {
		case '{':
			open.push({ closedBy: '}', keys: new Set() });

			return isValue ? 'keyOrEnd' : undefined;
		case '[':
			open.push({ closedBy: ']', keys: new Set() });

			return isValue ? 'valueOrEnd' : undefined;
		case '}':
		case ']':
			if (!expected.endsWith('OrEnd') || open.pop()?.closedBy !== token) return undefined;

			return afterValue(open);
		case ':':
			return expected === 'colon' ? 'value' : undefined;

		case ',': {
			if (expected !== 'commaOrEnd') return undefined;

			return open.at(-1)?.closedBy === '}' ? 'key' : 'value';
		}
	}

	if (isValue) return afterValue(open);

	const isKey = token.startsWith('"') && (expected === 'key' || expected === 'keyOrEnd');

	return isKey ? 'colon' : undefined;
}

function afterValue(open: readonly OpenBracket[]): Expected {
	return open.length > 0 ? 'commaOrEnd' : 'nothing';
}
