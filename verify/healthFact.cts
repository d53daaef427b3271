import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type { Evidence } from './evidence.cts';
import { judge, notSeen, type Finding, type ReadFact } from './fact.cts';

/** Between the two reads; Vitally computes scores again and again. */
const PAUSE_MS = 5 * 60_000;

/** One page: enough rows for a score to change, and one request. */
const PAGE = { limit: 100, sortBy: 'createdAt', status: 'activeOrChurned' };

/** How what the service computes is seen when it changes. */
export const HEALTH_FACT: ReadFact & { pauseMs: number } = {
	id: 'V46',
	statement: 'A new health score or segment moves `updatedAt` of its account',
	section: 'beyond.md, 1',
	ifItDiffers: "'Check' of a trigger has to be 'All Records'; docs/trigger.md.",
	pauseMs: PAUSE_MS,
	async ask(evidence: Evidence): Promise<Finding> {
		const read = async () => {
			const rows = await evidence.page('/resources/accounts', PAGE);

			return new Map(rows.map((row) => [row.id, row]));
		};

		const before = await read();

		await sleep(this.pauseMs);
		const counts = { moved: 0, still: 0 };

		for (const [id, now] of await read()) {
			const was = before.get(id);
			if (!was || computedOf(was) === computedOf(now)) continue;

			counts[was.updatedAt === now.updatedAt ? 'still' : 'moved']++;
		}

		if (counts.moved + counts.still === 0) {
			return notSeen(`no score or segment of ${before.size} accounts changed meanwhile`);
		}

		return judge(
			counts.still === 0,
			`${counts.moved} changed with updatedAt, ${counts.still} without`,
		);
	},
};

function computedOf({ healthScore, segments }: IDataObject): string {
	const ids = ((segments ?? []) as IDataObject[]).map(({ id }) => String(id)).sort();

	return JSON.stringify([healthScore, ids]);
}
