import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import { runsAll } from '../models/histories.cts';
import { PAIRS, SINGLES, type Pattern } from './growingTexts.cts';
import { SLOW_READERS, READERS, type Call } from './readers.cts';

/** The lengths of a text, in characters. */
const LENGTHS = [800, 6_400, 25_600, 102_400];
const LONGEST = 102_400;

/** A longer text is read only where the square of the length could mean more for the longest. */
const MAX_MS = 1000;

/** Shorter times are mostly noise. */
const MIN_MS = 10;

/** The growth for four times the text: 4 is linear, 16 is the square. */
const MAX_GROWTH = 11;

/** What seems to grow too fast is measured again, because other work on the machine makes a time longer. */
const ATTEMPTS = 8;

/** A pair in so many is read; `.ci/run` reads more. */
const STRIDE = runsAll ? 13 : 101;
const SLOW_STRIDE = runsAll ? 503 : 2003;

async function read(call: Call, text: string): Promise<void> {
	try {
		await call(text);
	} catch (error) {
		if (!(error instanceof VitallyError)) throw error;
	}
}

/** Measures a call, in milliseconds of this process. */
async function cpuTime(call: Call, text: string): Promise<number> {
	const before = process.cpuUsage();

	await read(call, text);
	const { user, system } = process.cpuUsage(before);

	return (user + system) / 1000;
}

async function growsTooFast(call: Call, text: string, quarter: string): Promise<boolean> {
	let whole = Infinity;
	let part = Infinity;

	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		whole = Math.min(whole, await cpuTime(call, text));
		part = Math.min(part, await cpuTime(call, quarter));
		if (whole < MIN_MS || whole < MAX_GROWTH * part) return false;
	}

	return true;
}

async function isSuperlinear(call: Call, { textOf }: Pattern, lengths = LENGTHS): Promise<boolean> {
	for (const length of lengths) {
		const text = textOf(length);
		const ms = await cpuTime(call, text);
		if (ms * (LONGEST / length) ** 2 < MAX_MS) return false;
		if (ms > MIN_MS && (await growsTooFast(call, text, textOf(length / 4)))) return true;
	}

	return false;
}

/** @returns up to three texts for which the time of a call grows faster than their length */
async function findSuperlinear(calls: Call[], stride: number): Promise<string[]> {
	const found: string[] = [];
	const pairs = PAIRS.filter((_, index) => index % stride === 0);

	for (const call of calls) {
		for (const single of SINGLES) {
			if (await isSuperlinear(call, single, LENGTHS.slice(-2))) found.push(single.title);
		}

		for (const pair of pairs) {
			if (found.length >= 3) return found;
			if (await isSuperlinear(call, pair)) found.push(pair.title);
		}
	}

	return found;
}

describe('the time to read a text', () => {
	const { stackTraceLimit } = Error;

	beforeAll(() => {
		Error.stackTraceLimit = 0;
	});

	afterAll(() => {
		Error.stackTraceLimit = stackTraceLimit;
	});

	it.each(READERS)('grows with its length, and not faster, in $name', async ({ calls }) => {
		expect({ textsOfFasterGrowth: await findSuperlinear(calls, STRIDE) }).toEqual({
			textsOfFasterGrowth: [],
		});
	});

	it.each(SLOW_READERS)('grows with its length, and not faster, in $name', async ({ calls }) => {
		expect({ textsOfFasterGrowth: await findSuperlinear(calls, SLOW_STRIDE) }).toEqual({
			textsOfFasterGrowth: [],
		});
	});
});
