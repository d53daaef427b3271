import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type { Evidence } from '../evidence.cts';
import { compare, notObservable, type Fact, type Finding } from './fact.cts';

/** Vitally computes scores again and again. */
export const HEALTH_PAUSE_MS = 5 * 60_000;

/** The query of a page: it has enough rows for a score to change, and takes one request. */
const PAGE = { limit: 100, sortBy: 'createdAt', status: 'activeOrChurned' };

interface HealthFact extends Fact {
	/** @param pauseMs between the two reads */
	ask(evidence: Evidence, pauseMs: number): Promise<Finding>;
}

/** Reads all accounts twice: only a change shows whether `updatedAt` moves with it. */
export const HEALTH_FACT: HealthFact = {
	id: 'V46',
	statement: 'A new health score or segment moves `updatedAt` of its account',
	section: 'beyond.md, 1',
	ifItDiffers: "'Check' of a trigger has to be 'All Records'; docs/trigger.md.",
	ask: async (evidence, pauseMs) => {
		const before = await evidence.readPage('/resources/accounts', PAGE);

		await sleep(pauseMs);

		const after = await evidence.readPage('/resources/accounts', PAGE);
		const { moved, still } = countChanges(before, after);

		if (moved + still === 0) {
			return notObservable(`no score or segment of ${before.length} accounts changed meanwhile`);
		}

		return compare(`${moved} changed with updatedAt, ${still} without`, {
			isAsExpected: still === 0,
		});
	},
};

/** Counts the accounts whose score or segments changed, by whether `updatedAt` moved with them. */
function countChanges(
	before: IDataObject[],
	after: IDataObject[],
): { moved: number; still: number } {
	const previousById = new Map(before.map((account) => [account.id, account]));
	let moved = 0;
	let still = 0;

	for (const account of after) {
		const previous = previousById.get(account.id);
		if (!previous || computedPart(previous) === computedPart(account)) continue;

		if (previous.updatedAt === account.updatedAt) still++;
		else moved++;
	}

	return { moved, still };
}

/** What Vitally computes of an account, as a text to compare. */
function computedPart({ healthScore, segments }: IDataObject): string {
	const ids = ((segments ?? []) as IDataObject[]).map(({ id }) => String(id)).sort();

	return JSON.stringify([healthScore, ids]);
}
