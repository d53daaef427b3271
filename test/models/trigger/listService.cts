import type {
	FeedConfig,
	PageRequest,
	ServiceRecord,
} from '../../../nodes/Vitally/trigger/scan/types';

/** A version of a record; it shows in lists from `visibleAt` on, which may be after its timestamp. */
interface Version {
	record: Row;
	visibleAt: number;
}

export interface Row extends ServiceRecord {
	id: string;
	createdAt: string;
	updatedAt: string;
	accountId: string;
	churnedAt: string | null;
	archivedAt: string | null;
	completedAt: string | null;
	/** The lists that contain it, where there are several. */
	targets: readonly string[];
	/** Null for a survey that was dismissed. */
	score: number | null;
	respondedAt: string | null;
	dismissedAt: string | null;
	color: number;
}

export class CursorRejected extends Error {}

/** What happens to a cursor that an earlier poll received. */
export type OldCursor = { is: 'good' } | { is: 'rejected' } | { is: 'shifted'; by: number };

const EPOCH = Date.UTC(2026, 0, 1);

export const timeMs = (timestamp: string): number => Date.parse(timestamp);

const TARGETS = ['accounts', 'organization'];

/** The place of a record in a list: by timestamp, ties by id, as text, because all timestamps have the same form. */
const position = (row: Row, sortBy: PageRequest['sortBy'] = 'updatedAt') =>
	`${row[sortBy]}|${row.id}`;

function compare(first: string, second: string): number {
	if (first === second) return 0;

	return first < second ? -1 : 1;
}

interface ListOptions {
	pageSize: number;
	/** Whether lists contain churned records only if asked for them, as those of accounts. */
	hidesChurned: boolean;
}

/** Lists (docs/internal/service.md, Pagination): newest first, keyset cursors, small pages. */
export class ListService {
	now = EPOCH;
	pollNumber = 0;
	oldCursor: OldCursor = { is: 'good' };
	/** Entries that come before the records of every page. */
	noise: readonly ServiceRecord[] = [];
	private readonly versions = new Map<string, Version[]>();
	private readonly destroyed = new Set<string>();

	constructor(private readonly options: ListOptions) {}

	get ids(): string[] {
		return [...this.versions.keys()];
	}

	/**
	 * Creates a record.
	 *
	 * @param delay milliseconds after which it is visible
	 * @param aheadBy milliseconds by which its timestamps are ahead of the clock
	 * @param isDismissed whether it is a survey that was dismissed
	 */
	create(delay: number, { aheadBy = 0, isDismissed = false } = {}): void {
		const id = `r${this.versions.size}`;

		this.versions.set(id, []);
		const now = new Date(this.now + aheadBy).toISOString();
		const accountId = this.versions.size % 2 ? 'a1' : 'a2';
		const only = TARGETS[this.versions.size % 3];
		const targets = only ? [only] : TARGETS;
		const times = { churnedAt: null, archivedAt: null, completedAt: null };
		const answer = isDismissed
			? { score: null, respondedAt: null, dismissedAt: now }
			: { score: 5, respondedAt: now, dismissedAt: null };
		const fields = { ...times, ...answer, targets, color: 0 };

		this.add({ id, createdAt: now, updatedAt: now, accountId, ...fields }, delay);
	}

	/** Edits a record. Two edits of the same record never share a timestamp: nothing could distinguish them. */
	edit(id: string, change: (row: Row) => Partial<Row>, delay: number, aheadBy = 0): void {
		const history = this.history(id);
		const latest = history.at(-1);
		if (!latest) return;

		const past = history.map((row) => timeMs(row.updatedAt)).filter((at) => at <= this.now);

		this.now = Math.max(this.now, ...past.map((at) => at + 1));
		while (history.some((row) => timeMs(row.updatedAt) === this.now + aheadBy)) this.now++;
		const updatedAt = new Date(this.now + aheadBy).toISOString();

		this.add({ ...latest, ...change(latest), updatedAt }, delay);
	}

	/** The service computes a score anew, which is no edit. */
	compute(id: string, score: number): void {
		for (const { record } of this.versions.get(id)?.slice(-1) ?? []) record.score = score;
	}

	/** The record is in all lists from now on, which is no edit of it. */
	tie(id: string): void {
		for (const { record } of this.versions.get(id) ?? []) record.targets = TARGETS;
	}

	destroy(id: string): void {
		this.destroyed.add(id);
	}

	/** Every version a record had, in order. */
	history(id: string): Row[] {
		return (this.versions.get(id) ?? []).map(({ record }) => record);
	}

	/** What the whole list shows now, newest first. */
	list(
		{ sortBy, status = 'active', archived = false, target }: PageRequest,
		scope?: string,
	): Row[] {
		const showsAll = !this.options.hidesChurned || status === 'activeOrChurned';
		const isListed = (row: Row) =>
			(showsAll || (row.churnedAt !== null) === (status === 'churned')) &&
			(target === undefined || row.targets.includes(target)) &&
			(row.archivedAt !== null) === archived &&
			(scope === undefined || row.accountId === scope);
		const rows: Array<[string, Row]> = [];

		for (const [id, versions] of this.versions) {
			const row = versions.findLast(({ visibleAt }) => visibleAt <= this.now)?.record;
			if (row && !this.destroyed.has(id) && isListed(row)) rows.push([position(row, sortBy), row]);
		}

		return rows.sort(([first], [second]) => compare(second, first)).map(([, row]) => row);
	}

	page(
		request: PageRequest,
		scope: FeedConfig['scope'],
	): { results: ServiceRecord[]; next: string | null } {
		const list = this.list(request, scope?.id);
		const start = this.start(list, request);
		const end = start + this.options.pageSize;
		const rows = list.slice(start, end);
		const last = rows.at(-1);
		const hasMore = end < list.length && last !== undefined;
		const after = last && position(last, request.sortBy);
		const next = hasMore ? JSON.stringify({ after, poll: this.pollNumber }) : null;
		const shown = rows.map((row) => ({
			...row,
			segments: [{ id: `s${row.score}`, name: `Score ${row.score}` }],
		}));

		return { results: [...this.noise, ...shown], next };
	}

	private start(list: Row[], { from, sortBy }: PageRequest): number {
		if (from === undefined) return 0;

		const { after, poll } = JSON.parse(from) as { after: string; poll: number };
		const isOld = poll !== this.pollNumber;
		if (isOld && this.oldCursor.is === 'rejected') throw new CursorRejected();

		const shift = isOld && this.oldCursor.is === 'shifted' ? this.oldCursor.by : 0;
		const index = list.findIndex((row) => compare(position(row, sortBy), after) < 0);

		return Math.max(0, (index < 0 ? list.length : index) + shift);
	}

	private add(record: Row, delay: number): void {
		const versions = this.versions.get(record.id) ?? [];
		// A version that shows ends the waiting of those before it.
		const visibleAt = this.now + delay;

		for (const version of versions) version.visibleAt = Math.min(version.visibleAt, visibleAt);
		versions.push({ record, visibleAt });
		this.versions.set(record.id, versions);
	}
}
