/** Longer texts are read in parts: a pattern or a parser would keep n8n from other work for too long. */
export const MAX_LENGTH = 8000;

const SPACE = /\s/;

/** An entity of HTML without its end, at the end of a text. */
const START_OF_ENTITY = /&[#\w]{0,32}$/;

/** Splits a text into parts of at most 8,000 characters, where possible after a space or a line break. */
export function* partsOf(text: string): Generator<string> {
	let start = 0;

	while (text.length - start > MAX_LENGTH) {
		const end = endOfPart(text, start);

		yield text.slice(start, end);
		start = end;
	}

	yield text.slice(start);
}

function endOfPart(text: string, start: number): number {
	const limit = start + MAX_LENGTH;
	let end = limit;

	while (end > start && !SPACE.test(text[end - 1])) end--;

	if (end > start) return end;

	// Without a space a word is cut, but not an entity.
	const entity = START_OF_ENTITY.exec(text.slice(start, limit));

	return entity ? limit - entity[0].length : limit;
}
