import type { IDataObject } from 'n8n-workflow';

import { isTime } from '../../describeValue.cts';
import type { Evidence } from '../../evidence.cts';
import {
	compare,
	notObservable,
	NotObservableError,
	observed,
	RejectedError,
	type Finding,
	type ReadFact,
} from '../fact.cts';
import { ACCOUNTS, ALL_ACCOUNTS } from './queries.cts';

interface List {
	path: string;
	query?: IDataObject;
}

/** The lists that the trigger reads by `updatedAt`. */
const TRIGGER_LISTS: readonly List[] = [
	{ path: ACCOUNTS, query: ALL_ACCOUNTS },
	{ path: '/resources/organizations' },
	{ path: '/resources/users' },
	{ path: '/resources/tasks' },
	{ path: '/resources/notes' },
	{ path: '/resources/conversations' },
	{ path: '/resources/projects' },
	{ path: '/resources/npsResponses' },
];

/** The order of lists and the time of the last change, which the trigger relies on. */
export const ORDER_FACTS: readonly ReadFact[] = [
	{
		id: 'V19',
		statement: 'Every list is ordered by `sortBy`, newest first',
		section: 'public-facts.md, 3',
		ifItDiffers: 'The trigger ends in an error on that list; trigger/scan/readings/gapReader.ts.',
		ask: async (evidence) => {
			const summary = new ListSummary();

			for (const list of TRIGGER_LISTS) {
				for (const sortBy of ['updatedAt', 'createdAt']) {
					const name = `${nameOf(list)} by ${sortBy}`;
					const records = await summary.read(evidence, list, { sortBy });
					if (!isDescending(records, sortBy)) summary.faults.push(`${name}: not in order`);
				}
			}

			return summary.toFinding();
		},
	},
	{
		id: 'V20',
		statement: 'The records of every list of the trigger have `updatedAt`, projects too',
		section: 'beyond.md, 1',
		ifItDiffers: 'The events of that list end in an error; trigger/.',
		ask: async (evidence) => {
			const summary = new ListSummary();

			for (const list of TRIGGER_LISTS) {
				const records = await summary.read(evidence, list);
				const haveTime = records.every(({ updatedAt }) => isTime(updatedAt));
				if (!haveTime) summary.faults.push(`${nameOf(list)}: without it`);
			}

			return summary.toFinding();
		},
	},
	{
		id: 'V21',
		statement: 'Whether meetings have `updatedAt`',
		section: 'beyond.md, 1',
		ifItDiffers: 'Nothing: without it the trigger compares whole lists.',
		ask: async (evidence) => {
			const meetings = await evidence.readNewestRecords('/resources/meetings');
			const withTime = meetings.filter(({ updatedAt }) => isTime(updatedAt));

			return observed(`${withTime.length} of ${meetings.length}`);
		},
	},
];

/** What several lists show together. */
class ListSummary {
	readonly faults: string[] = [];
	/** Lists that the key may not read, such as those that answer 403. */
	private readonly unseen = new Set<string>();
	private recordCount = 0;

	/**
	 * Reads the first page of a list.
	 *
	 * @returns no records if the list cannot be read; one that the service does not have, or does not order so, is a
	 *   fault
	 */
	async read(evidence: Evidence, list: List, query: IDataObject = {}): Promise<IDataObject[]> {
		try {
			const records = await evidence.readNewestRecords(list.path, { ...list.query, ...query });

			this.recordCount += records.length;

			return records;
		} catch (error) {
			if (!(error instanceof NotObservableError)) throw error;

			if (error instanceof RejectedError) {
				const rejected = `${nameOf(list)} (${error.message})`;

				if ([400, 404].includes(error.status)) this.faults.push(rejected);
				else this.unseen.add(rejected);
			}

			return [];
		}
	}

	/** A list that is not seen may be wrong, so the fact is as expected only if each list is seen. */
	toFinding(): Finding {
		const { faults, unseen, recordCount } = this;
		const notSeen = unseen.size > 0 ? `; not seen: ${[...unseen].join(', ')}` : '';
		const observation = `${recordCount} rows; wrong: ${faults.join(', ') || 'none'}${notSeen}`;
		if (faults.length > 0) return compare(observation, { isAsExpected: false });
		if (notSeen !== '') return notObservable(observation);
		if (recordCount === 0) return notObservable('no records');

		return compare(observation, { isAsExpected: true });
	}
}

/** Returns `accounts` for `/resources/accounts`. */
function nameOf({ path }: List): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns whether each record has a time that is not above the time of the record before it. */
function isDescending(records: readonly IDataObject[], field: string): boolean {
	const times = records.map((record) => Date.parse(String(record[field])));

	return times.every((time, index) => index === 0 || time <= times[index - 1]);
}
