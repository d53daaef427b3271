/** What JSON sends of a value: dates convert themselves to text. */
export function jsonValue(value: unknown): unknown {
	const { toJSON } = (value ?? {}) as { toJSON?: unknown };
	return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
}
