/** The length of a value as JSON, in bytes of UTF-8. */
export function jsonByteLength(value: unknown): number {
	return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/**
 * A text as one line, cut where it is too long.
 *
 * @param maxBytes of its JSON, quotes included
 */
export function truncateToBytes(text: string, maxBytes: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (jsonByteLength(line) <= maxBytes) return line;

	let left = maxBytes - jsonByteLength('…');
	let end = 0;

	for (const character of line) {
		left -= jsonByteLength(character) - jsonByteLength('');
		if (left < 0) break;

		end += character.length;
	}

	return `${line.slice(0, end).trimEnd()}…`;
}

/**
 * The entries that fit, in their order; one that does not is left out.
 *
 * @param maxBytes of all of them as JSON, commas included
 */
export function takeWithinBytes<T>(entries: readonly T[], maxBytes: number): T[] {
	let left = maxBytes;

	return entries.filter((entry) => {
		const bytes = jsonByteLength(entry) + 1;
		if (bytes > left) return false;

		left -= bytes;

		return true;
	});
}
