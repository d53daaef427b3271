import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import { pages } from '../transport/pages';
import type { RecordType } from './recordType';

/**
 * The service's IDs of records by either ID, for a run that needs many: now a page of the list, now a
 * single read, in turns as long as pages do not show what is wanted. So there are never more than twice
 * the requests of the better of the two ways, however many IDs are still to come.
 */
export class ListedIds {
	private readonly ids = new Map<string, string>();
	private readonly list: AsyncGenerator<IDataObject[]>;
	private hasMore = true;
	private pagesRead = 0;
	private singleReads = 0;
	/** The page under way, for which all wait that want an ID. */
	private reading: Promise<void> | undefined;
	/** The item that sends for all. */
	private sender: ItemContext | undefined;

	constructor({ path, pickList }: RecordType) {
		const send = async (request: ServiceRequest) =>
			await (this.sender as ItemContext).send(request);
		// The order that stays complete while records change (docs/service.md, Pagination).
		this.list = pages(send, { path, query: { ...pickList?.query, sortBy: 'createdAt' } });
	}

	/**
	 * @param readOne reads the ID of this record alone
	 * @throws what `readOne` throws; a list that cannot be read is read no further
	 */
	async find(item: ItemContext, named: string, readOne: () => Promise<string>): Promise<string> {
		while (!this.ids.has(named) && this.hasMore && this.pagesRead < this.singleReads) {
			await (this.reading ??= this.readPage(item));
		}
		const id = this.ids.get(named);
		if (id !== undefined) return id;
		this.singleReads++;
		return await readOne();
	}

	private async readPage(item: ItemContext): Promise<void> {
		this.sender = item;
		try {
			const { value: page, done } = await this.list.next();
			this.pagesRead++;
			if (done) this.hasMore = false;
			else for (const record of page) this.keep(record);
		} catch {
			this.hasMore = false;
		}
		this.reading = undefined;
	}

	private keep({ id, externalId }: IDataObject): void {
		if (typeof id !== 'string') return;
		// Of several the path alone tells which one is meant.
		for (const name of [id, externalId]) {
			if (typeof name === 'string' && !this.ids.has(name)) this.ids.set(name, id);
		}
	}
}
