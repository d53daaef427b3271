import type { PageRequest } from '../../../nodes/Vitally/trigger/feed/config';
import type { UntimedCommand } from './untimedCommandSequence.cts';

/** A record as the list shows it. */
export interface UntimedRow {
	id: string;
	name: string;
	score: number;
	archivedAt: string | null;
	/** Moves on by itself. */
	durationInDays: number;
}

/** What only the service knows of a record: when it was created and changed, as running numbers. */
interface Stored {
	row: UntimedRow;
	createdAt: number;
	updatedAt: number;
}

/** Lists that are sorted by timestamps which they do not show: newest first, keyset cursors. */
export class UntimedService {
	private now = 0;
	private readonly stored: Stored[] = [];
	private readonly removed = new Set<string>();
	private readonly hidden = new Set<string>();
	private sortedLists = new Map<string, Stored[]>();

	constructor(private readonly pageSize: number) {}

	do({ does, record, times }: UntimedCommand): void {
		this.sortedLists.clear();
		for (let index = 0; index < times; index++) {
			const target = this.stored[(record + index * 7) % Math.max(1, this.stored.length)];
			if (does === 'create' || !target) this.create();
			else if (does === 'remove') this.removed.add(target.row.id);
			else if (does === 'age') this.age();
			else this.change(target, does);
		}
	}

	create(): void {
		this.sortedLists.clear();
		const [createdAt, id] = [++this.now, `r${this.stored.length}`];
		const row = { id, name: 'new', score: 0, archivedAt: null, durationInDays: 0 };
		this.stored.push({ row, createdAt, updatedAt: createdAt });
	}

	/** What the list shows now, newest first. */
	list(request: Pick<PageRequest, 'sortBy' | 'archived'>): UntimedRow[] {
		return this.sorted(request).map(({ row }) => row);
	}

	/** A record that left the list of live ones and came back is none that was created since. */
	wasHidden(id: string): boolean {
		return this.hidden.has(id);
	}

	/** When a record that is listed was sorted in. */
	positionOf(id: string, { sortBy }: Pick<PageRequest, 'sortBy'>): number {
		return this.stored.find(({ row }) => row.id === id)?.[sortBy] ?? 0;
	}

	page(request: PageRequest): { results: UntimedRow[]; next: string | null } {
		const below = Number(request.from ?? Infinity);
		const list = this.sorted(request).filter((stored) => stored[request.sortBy] < below);
		const page = list.slice(0, Math.min(request.limit, this.pageSize));
		const hasMore = page.length < list.length;
		return {
			results: page.map(({ row }) => row),
			next: hasMore ? String(page.at(-1)?.[request.sortBy]) : null,
		};
	}

	private sorted({ sortBy, archived = false }: Pick<PageRequest, 'sortBy' | 'archived'>): Stored[] {
		const name = `${sortBy} ${archived}`;
		const before = this.sortedLists.get(name);
		if (before) return before;
		const list = this.stored
			.filter(({ row }) => (row.archivedAt !== null) === archived && !this.removed.has(row.id))
			.sort((a, b) => b[sortBy] - a[sortBy]);
		this.sortedLists.set(name, list);
		return list;
	}

	private change(target: Stored, does: UntimedCommand['does']): void {
		const { row } = target;
		target.updatedAt = ++this.now;
		if (does === 'archive') this.hidden.add(row.id);
		const changes = {
			name: does === 'edit' ? `at ${this.now}` : does === 'revert' ? 'new' : row.name,
			score: does === 'score' ? (row.score + 1) % 3 : row.score,
			archivedAt:
				does === 'archive'
					? (row.archivedAt ?? new Date(this.now).toISOString())
					: does === 'restore'
						? null
						: row.archivedAt,
		};
		target.row = { ...row, ...changes };
	}

	private age(): void {
		for (const stored of this.stored) {
			stored.row = { ...stored.row, durationInDays: stored.row.durationInDays + 1 };
		}
	}
}
