import type { CreateCase, Writer } from './create.case.cts';
import { measure, startSandboxProcess, type Measured, type ServiceCounts } from './process.cts';
import { rounded, type Section } from './section.cts';

const CREATES = 5000;
/** The service's 1000 requests a minute, ten times as fast. */
const BUDGET = 1000;
const WINDOW_MS = 6000;

interface Written {
	/** The time from the first request to the last, which leaves out how n8n sets up the items. */
	seconds: number;
	failed: number;
	counts: ServiceCounts;
	/** Part of the allowed units that was used from the end of the first window to the last full second. */
	used: number;
}

/** Creates 5,000 accounts through a scaled budget, in every way and at two write costs. */
export async function benchCreate(): Promise<Section> {
	const rows: Section['rows'] = [];

	for (const mode of ['slidingWindow', 'tokenBucket'] as const) {
		for (const writeCost of [1, 3]) {
			for (const writer of ['Vitally', 'HTTP Request', 'HTTP Request, batched'] as const) {
				rows.push({
					service: mode === 'slidingWindow' ? 'sliding window' : 'token bucket',
					'write cost': writeCost,
					node: writer,
					...shown(await write(writer, 1, writeCost, mode)),
				});
			}
		}
	}

	return {
		title: `Create ${CREATES.toLocaleString('en')} accounts through a budget`,
		intro: `The service allows ${BUDGET} units in ${WINDOW_MS / 1000} seconds (its 1000 a minute, ten times as fast). HTTP Request is used with its defaults, and with batches as its user would set them who knew the limit and the write cost. _Used_ is the part of the allowed units that were used after the first window.`,
		rows,
	};
}

/** Measures the same writes by two processes that share nothing but the key. */
export async function benchTwoProcesses(): Promise<Section> {
	const rows: Section['rows'] = [];

	for (const mode of ['slidingWindow', 'tokenBucket'] as const) {
		for (const writeCost of [1, 3]) {
			rows.push({
				service: mode === 'slidingWindow' ? 'sliding window' : 'token bucket',
				'write cost': writeCost,
				processes: 2,
				...shown(await write('Vitally', 2, writeCost, mode)),
			});
		}
	}

	return {
		title: 'Two processes on one key',
		intro: `${CREATES.toLocaleString('en')} creates in two halves by two processes, as with n8n's queue mode. They see each other only in the rate-limit headers.`,
		rows,
	};
}

async function write(
	writer: Writer,
	processes: number,
	writeCost: number,
	mode: 'slidingWindow' | 'tokenBucket',
): Promise<Written> {
	const service = await startSandboxProcess({
		seed: 'empty',
		limits: { budget: BUDGET, windowMs: WINDOW_MS, writeCost, mode },
		// An account that is created twice is then counted twice.
		duplicateExternalId: 'create',
	});
	const count = CREATES / processes;
	const perSecond = (BUDGET / WINDOW_MS / writeCost) * 1000;
	const results = await Promise.all(
		Array.from({ length: processes }, async (_, index) => {
			const input: CreateCase = {
				writer,
				url: service.url,
				apiKey: 'sk_live_sandbox',
				first: index * count,
				count,
				batch: { size: 10, intervalMs: Math.ceil((10 / perSecond) * 1000) },
			};

			return await measure<Measured & { failed: number }>('create.case.cts', input);
		}),
	);
	const counts = await service.counts();

	service.close();

	return {
		seconds: counts.seconds,
		failed: results.reduce((sum, { failed }) => sum + failed, 0),
		counts,
		used: usedPart(counts.unitsBySecond),
	};
}

/** Leaves out the first window, which may be used at once, and the last second, which is seldom a whole one. */
function usedPart(unitsBySecond: number[]): number {
	const counted = unitsBySecond.slice(WINDOW_MS / 1000, -1);
	const units = counted.reduce((sum, inSecond) => sum + (inSecond ?? 0), 0);

	return units / ((counted.length * BUDGET * 1000) / WINDOW_MS);
}

function shown({ seconds, failed, counts, used }: Written) {
	return {
		seconds: rounded(seconds, 1),
		failed,
		missing: CREATES - (counts.accounts - counts.duplicates),
		duplicates: counts.duplicates,
		'used %': Number.isFinite(used) ? rounded(used * 100, 1) : 0,
		'429s': counts.limited,
		'429s %': rounded((100 * counts.limited) / counts.requests, 2),
	};
}
