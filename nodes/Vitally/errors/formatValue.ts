/** A longer value would make the message unreadable. */
const MAX_LENGTH = 200;

/** Returns a value for an error message: as JSON, truncated. */
export function formatValue(value: unknown): string {
	const text = toJson(value) ?? String(value);

	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}

/** Returns `undefined` for what JSON cannot express. */
function toJson(value: unknown): string | undefined {
	// JSON turns NaN and Infinity into null.
	if (typeof value === 'number') return undefined;

	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}
