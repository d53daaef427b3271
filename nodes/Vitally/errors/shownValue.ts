/** Longer values would drown the text around them. */
const MAX_LENGTH = 200;

/** A value as it stands in the text of an error: as JSON, cut where it is long. */
export function shownValue(value: unknown): string {
	const text = jsonOf(value) ?? String(value);
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}

/** @returns `undefined` for what JSON cannot say */
function jsonOf(value: unknown): string | undefined {
	// JSON makes null of NaN and Infinity.
	if (typeof value === 'number') return undefined;
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}
