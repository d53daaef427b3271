/** How many bytes a value takes as JSON, in UTF-8. */
export function jsonBytes(value: unknown): number {
	return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/**
 * A text in one line, cut where it is long.
 *
 * @param mostBytes of its JSON, quotes included
 */
export function shortened(text: string, mostBytes: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (jsonBytes(line) <= mostBytes) return line;
	// No character takes less than a byte: what is further back is not needed.
	const characters = [...line.slice(0, mostBytes)];
	while (characters.length > 0 && jsonBytes(`${characters.join('')}…`) > mostBytes) {
		characters.pop();
	}
	return `${characters.join('').trimEnd()}…`;
}

/**
 * The entries that fit, in their order; one that does not leaves its place to those behind it.
 *
 * @param mostBytes of all of them as JSON, commas included
 */
export function fitting<T>(
	entries: readonly T[],
	mostBytes: number,
	bytesOf: (entry: T) => number,
): T[] {
	let left = mostBytes;
	return entries.filter((entry) => {
		const bytes = bytesOf(entry) + 1;
		if (bytes > left) return false;
		left -= bytes;
		return true;
	});
}
