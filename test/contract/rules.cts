import { isDeepStrictEqual } from 'node:util';

import type { ParameterPath } from './parameterPaths.cts';

/** As many as one broken rule shows. */
const MAX_FAULTS = 5;

/** Checks a rule in every case. What breaks it is one line each: the field, what was entered, sent and expected. */
export async function expectNoFaults<T>(
	cases: Iterable<T>,
	check: (one: T) => Promise<string[]> | string[],
): Promise<void> {
	const faults: string[] = [];
	for (const one of cases) {
		faults.push(...(await check(one)));
		if (faults.length >= MAX_FAULTS) break;
	}
	expect(faults.slice(0, MAX_FAULTS)).toEqual([]);
}

/** `account create name: entered 7, sent 7, expected "7"`; nothing when it was sent as expected. */
export function faultOf(
	title: string,
	entered: unknown,
	sent: unknown,
	expected: unknown,
): string[] {
	if (isDeepStrictEqual(sent, expected)) return [];
	const [from, is, shouldBe] = [entered, sent, expected].map((value) => JSON.stringify(value));
	return [`${title}: entered ${from}, sent ${is}, expected ${shouldBe}`];
}

/** The first of those with the same key. */
export function firstOfEach<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
	const keys = new Set<string>();
	return all.filter((one) => {
		const key = keyOf(one);
		return !keys.has(key) && keys.add(key);
	});
}

/** The same for fields that look alike in the editor, whatever shows them: the same function reads them. */
export function lookOf({ property }: Pick<ParameterPath, 'property'>): string {
	return JSON.stringify({ ...property, displayOptions: undefined });
}
