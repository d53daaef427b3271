/**
 * Measures several cases round after round, so that a slow minute of the machine affects all of them.
 *
 * @returns for each case the median of every figure
 */
export async function mediansOf<Case, Figures extends Record<keyof Figures, number>>(
	cases: readonly Case[],
	roundCount: number,
	measureCase: (measured: Case) => Promise<Figures>,
): Promise<Figures[]> {
	const results = cases.map((): Figures[] => []);

	for (let round = 0; round < roundCount; round++) {
		for (const [index, measured] of cases.entries()) {
			results[index].push(await measureCase(measured));
		}
	}

	return results.map((rounds) => {
		const names = Object.keys(rounds[0]) as Array<keyof Figures>;
		const medians = names.map((name) => [name, median(rounds.map((figures) => figures[name]))]);

		return Object.fromEntries(medians) as Figures;
	});
}

/** Returns the value in the middle; of an even number of values, the lower of both. */
function median(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1];
}
