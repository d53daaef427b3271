import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import { pages } from '../transport/pages';

/** A list of records; the order by `createdAt` stays complete (docs/service.md, Pagination). */
export interface List {
	path: string;
	query: IDataObject;
}

/** What the lists tell, beyond the IDs that they show. */
export interface Telling {
	/**
	 * Whether records are named by external ID alone, and several may have one, which only the whole list
	 * shows.
	 */
	mayRepeat?: boolean;
	/** Whether single reads find records that no list shows, such as archived ones. */
	hidesSome?: boolean;
}

/**
 * The service's IDs of records by either ID, for a run that needs many: now a page of the list, now a
 * single read, in turns as long as pages do not show what is wanted. What the whole list lacks is not
 * there. So there are never more than twice the requests of the better of the two ways, and one, however
 * many IDs are still to come and however many of them the service lacks.
 */
export class ListedIds {
	private readonly ids = new Map<string, string>();
	private readonly repeated = new Set<string>();
	/** Names that single reads found and no page has shown: with one of them the list is not all. */
	private readonly unlisted = new Set<string>();
	private readonly pages: AsyncGenerator<IDataObject[]>;
	private state: 'more' | 'whole' | 'unreadable' = 'more';
	private pagesRead = 0;
	private singleReads = 0;
	/** The page under way, for which all wait that want an ID. */
	private reading: Promise<void> | undefined;
	/** The item that sends for all. */
	private sender: ItemContext | undefined;

	/** @param lists that hold all records together */
	constructor(
		lists: readonly List[],
		private readonly telling: Telling = {},
	) {
		const send = async (request: ServiceRequest) =>
			await (this.sender as ItemContext).send(request);
		this.pages = (async function* () {
			for (const list of lists) yield* pages(send, list);
		})();
	}

	/**
	 * @param readOne reads the ID of this record alone
	 * @returns `undefined` when the whole list lacks it
	 * @throws what `readOne` throws; a list that cannot be read is read no further
	 */
	async find(
		item: ItemContext,
		named: string,
		readOne: () => Promise<string>,
	): Promise<string | undefined> {
		while (this.isPageDue(named)) await this.readPage(item);
		const id = this.knownId(named);
		if (id !== undefined || this.isLacking(named)) return id;
		this.singleReads++;
		const read = await readOne();
		if (!this.ids.has(named)) this.unlisted.add(named);
		return read;
	}

	/**
	 * Whether the whole list lacks a record. Pages are read in turns with single reads, of which who asks
	 * tells with `add`.
	 */
	async lacks(item: ItemContext, named: string): Promise<boolean> {
		while (this.isPageDue(named)) await this.readPage(item);
		return this.isLacking(named);
	}

	/** A single read; one that found its record was needed anyway, for the record. */
	add(named: string, wasFound: boolean): void {
		if (!wasFound) this.singleReads++;
		else if (!this.ids.has(named)) this.unlisted.add(named);
	}

	/**
	 * @returns `undefined` after the last page
	 * @throws VitallyError when the list cannot be read
	 */
	async nextPage(item: ItemContext): Promise<IDataObject[] | undefined> {
		this.sender = item;
		const { value: page, done } = await this.pages.next();
		if (done) {
			this.state = 'whole';
			return undefined;
		}
		this.pagesRead++;
		for (const record of page) this.keep(record);
		return page;
	}

	private isPageDue(named: string): boolean {
		const isWorthIt = this.state === 'more' && this.pagesRead < this.singleReads;
		return isWorthIt && this.knownId(named) === undefined;
	}

	private isLacking(named: string): boolean {
		const tellsAll = this.state === 'whole' && this.unlisted.size === 0 && !this.telling.hidesSome;
		return tellsAll && !this.ids.has(named);
	}

	private async readPage(item: ItemContext): Promise<void> {
		const tryPage = async () => {
			try {
				await this.nextPage(item);
			} catch {
				this.state = 'unreadable';
			}
			this.reading = undefined;
		};
		await (this.reading ??= tryPage());
	}

	/** Of several the path alone tells which one is meant. */
	private knownId(named: string): string | undefined {
		const isOpen = this.telling.mayRepeat && (this.state !== 'whole' || this.repeated.has(named));
		return isOpen ? undefined : this.ids.get(named);
	}

	private keep({ id, externalId }: IDataObject): void {
		if (typeof id !== 'string') return;
		for (const name of this.telling.mayRepeat ? [externalId] : new Set([id, externalId])) {
			if (typeof name !== 'string') continue;
			this.unlisted.delete(name);
			if (this.ids.has(name)) this.repeated.add(name);
			else this.ids.set(name, id);
		}
	}
}
