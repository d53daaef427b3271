import { ListError } from './listError';

/** The place in a list that is read page by page. */
export class ListCursor {
	/** Whether the last page was read. */
	isDone = false;
	/** Pages that this poll has read. */
	pages = 0;
	private readonly requested = new Set<string | null>();

	/** @param cursor of the page to request; absent for the first page of the list */
	constructor(public cursor?: string) {}

	/** Whether the next request uses a cursor that an earlier poll stored. */
	get isResuming(): boolean {
		return this.pages === 0 && this.cursor !== undefined;
	}

	/**
	 * Goes back to the first page of the list, if the cursor is one that an earlier poll stored.
	 *
	 * @returns false for a cursor that this poll received
	 */
	dropStoredCursor(): boolean {
		if (!this.isResuming) return false;

		this.cursor = undefined;

		return true;
	}

	/**
	 * Goes on to the next page.
	 *
	 * @param next the cursor that came with the page; null at the end
	 * @throws ListError for a cursor that comes twice, because the list would never end
	 */
	advance(next: string | null): void {
		if (this.requested.has(next)) throw new ListError('returned the same page twice');

		this.requested.add(next);
		this.pages++;
		this.cursor = next ?? undefined;
		this.isDone = next === null;
	}
}
