/** Returns a copy of a record without the fields that the service does not show. */
export function omit<T extends object, K extends keyof T>(record: T, ...hidden: K[]): Omit<T, K> {
	const copy: Partial<T> = { ...record };

	for (const key of hidden) delete copy[key];

	return copy as Omit<T, K>;
}
