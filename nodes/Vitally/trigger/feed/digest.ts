/** JSON text that is equal exactly when the values are: the order of an object's keys means nothing. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(inKeyOrder(value));
}

function inKeyOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inKeyOrder);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, inner]) => [key, inKeyOrder(inner)]));
}

/** Two independent 32-bit multiplicative hashes and the length: no secret, only a change detector. */
export function digest(text: string): string {
	let [first, second] = [0x811c9dc5, 0x2f0b4c47];
	for (let index = 0; index < text.length; index++) {
		first = Math.imul(first ^ text.charCodeAt(index), 0x01000193);
		second = Math.imul(second + text.charCodeAt(index), 0x9e3779b1);
	}
	return [first >>> 0, second >>> 0, text.length].map((part) => part.toString(36)).join('.');
}
