/** Returns the first entry for each key, in the order of the entries. */
export function firstOfEach<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
	const entryByKey = new Map<string, T>();

	for (const entry of entries) {
		const key = keyOf(entry);
		if (!entryByKey.has(key)) entryByKey.set(key, entry);
	}

	return [...entryByKey.values()];
}
