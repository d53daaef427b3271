/**
 * Returns the entry of a list that has one, and any other value as it is: look-ups of Airtable and columns with JSON contain a
 * single value as a list.
 */
export function singleEntry(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
