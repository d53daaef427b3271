/**
 * Measures several cases round after round, so that a slow minute of the machine affects all of them.
 *
 * @returns for each case the median of every figure
 */
export async function mediansOf<Case, Figures extends Record<keyof Figures, number>>(
	cases: readonly Case[],
	rounds: number,
	measureOne: (one: Case) => Promise<Figures>,
): Promise<Figures[]> {
	const results = cases.map((): Figures[] => []);

	for (let round = 0; round < rounds; round++) {
		for (const [index, one] of cases.entries()) results[index].push(await measureOne(one));
	}

	return results.map((ofOne) => {
		const names = Object.keys(ofOne[0]) as Array<keyof Figures>;
		const medians = names.map((name) => [name, median(ofOne.map((figures) => figures[name]))]);

		return Object.fromEntries(medians) as Figures;
	});
}

/** Of an even number of values, the lower one of the two in the middle. */
function median(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1];
}
