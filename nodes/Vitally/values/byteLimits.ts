const COMMA_BYTES = 1;

/** Returns the length of a value as JSON, in bytes of UTF-8. */
export function jsonByteLength(value: unknown): number {
	return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/**
 * Returns a text as a single line, cut where it is too long.
 *
 * @param maxBytes maximum length of its JSON, quotes included
 */
export function truncateToBytes(text: string, maxBytes: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (jsonByteLength(line) <= maxBytes) return line;

	const quoteBytes = jsonByteLength('');
	let left = maxBytes - jsonByteLength('…');
	let end = 0;

	// The text is cut between characters, because half of one has no UTF-8 form.
	for (const character of line) {
		left -= jsonByteLength(character) - quoteBytes;
		if (left < 0) break;

		end += character.length;
	}

	return `${line.slice(0, end).trimEnd()}…`;
}

/**
 * Returns the entries that fit, in their order. An entry that does not fit is left out, and those after it may fit.
 *
 * @param maxBytes maximum length of all of them as JSON, commas included
 */
export function takeWithinBytes<T>(entries: readonly T[], maxBytes: number): T[] {
	let left = maxBytes;

	return entries.filter((entry) => {
		const bytes = jsonByteLength(entry) + COMMA_BYTES;
		if (bytes > left) return false;

		left -= bytes;

		return true;
	});
}
