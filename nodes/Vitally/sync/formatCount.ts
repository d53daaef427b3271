/** A number as a person reads it, such as `1,000`. */
export function formatCount(count: number): string {
	return count.toLocaleString('en');
}
