import { isDeepStrictEqual } from 'node:util';

/** As many as one broken rule shows. */
const MAX_FAULTS = 5;
/** Of a value in a fault, in characters. */
const MAX_LENGTH = 300;

/**
 * Checks a rule in every case.
 *
 * @throws Error with one line for each fault: the field, what was entered, sent and expected
 */
export async function expectNoFaults<T>(
	cases: Iterable<T>,
	check: (one: T) => Promise<string[]> | string[],
): Promise<void> {
	const faults: string[] = [];

	for (const one of cases) {
		faults.push(...(await check(one)));
		if (faults.length >= MAX_FAULTS) break;
	}

	if (faults.length > 0) throw new Error(faults.slice(0, MAX_FAULTS).join('\n'));
}

/** `account create name: entered 7, sent 7, expected "7"`; nothing when it was sent as expected. */
export function faultOf(
	title: string,
	entered: unknown,
	sent: unknown,
	expected: unknown,
): string[] {
	const difference = differenceOf(sent, expected);
	if (!difference) return [];

	const [from, is, shouldBe] = [entered, difference.sent, difference.expected].map((value) =>
		String(JSON.stringify(value)).slice(0, MAX_LENGTH),
	);

	return [`${title}: entered ${from}, sent ${difference.place}${is}, expected ${shouldBe}`];
}

/** The first place in which two values differ. */
function differenceOf(
	sent: unknown,
	expected: unknown,
	keys: string[] = [],
): { place: string; sent: unknown; expected: unknown } | undefined {
	if (isDeepStrictEqual(sent, expected)) return undefined;

	if (isObject(sent) && isObject(expected)) {
		for (const key of Object.keys({ ...expected, ...sent })) {
			const difference = differenceOf(sent[key], expected[key], [...keys, key]);
			if (difference) return difference;
		}
	}

	return { place: keys.length > 0 ? `${keys.join('.')}: ` : '', sent, expected };
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

/** The first of those with the same key. */
export function firstOfEach<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
	const keys = new Set<string>();

	return all.filter((one) => {
		const key = keyOf(one);

		return !keys.has(key) && keys.add(key);
	});
}
