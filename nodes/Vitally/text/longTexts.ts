/** Longer texts are read in parts, because patterns and parsers would keep n8n from other work. */
export const MAX_LENGTH = 8000;

const SPACE = /\s/;

/** Splits a text into parts of at most 8,000 characters, where possible after a space or a line break. */
export function* partsOf(text: string): Generator<string> {
	let start = 0;

	while (text.length - start > MAX_LENGTH) {
		let end = start + MAX_LENGTH;

		while (end > start && !SPACE.test(text[end - 1])) end--;

		// Without a space, a word is cut.
		if (end === start) end = start + MAX_LENGTH;

		yield text.slice(start, end);
		start = end;
	}

	yield text.slice(start);
}
