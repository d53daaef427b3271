/** The value that `JSON.stringify` writes: dates are converted to text. */
export function jsonValue(value: unknown): unknown {
	const { toJSON } = (value ?? {}) as { toJSON?: unknown };
	return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
}

/** @returns `empty` for blank text, `undefined` for invalid JSON */
export function parseJson(text: string, empty?: unknown): unknown {
	if (text.trim() === '') return empty;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
