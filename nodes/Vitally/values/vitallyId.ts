/** docs/internal/public-facts.md, 4: Vitally IDs are UUIDs. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value has the form of an ID that Vitally assigned. */
export function isVitallyId(value: unknown): boolean {
	return typeof value === 'string' && UUID.test(value.trim());
}
