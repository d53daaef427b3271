import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { recordNamesOf } from '../execution/recordNames';
import type { SendContext } from '../transport/client';
import { pages } from '../transport/pages';
import { normalizeName } from '../values/parse';
import {
	ambiguousError,
	assertIdentified,
	keyOf,
	type IdKind,
	type RecordList,
} from './recordList';

/** Single reads of these are at most twice the requests of the one page that could contain them. */
const MAX_FIRST_SINGLE_READS = 2;

/** What the index keeps of a record by its name. */
export interface NamedRecord {
	name: string;
	externalId?: unknown;
}

/**
 * The records of one list by Vitally ID, external ID (or another key of the list) and name, read page by
 * page and only as far as needed: the next page while more records were needed than pages have been read; the rest one
 * by one. This is never more than twice the requests of the list alone or of single reads alone, whichever is fewer.
 */
export class RecordIndex {
	private readonly byId = new Map<string, IDataObject>();
	private readonly byExternalId = new Map<string, IDataObject[]>();
	/** The records by ID, by normalized name. */
	private readonly byName = new Map<string, Map<string, NamedRecord>>();
	/** IDs that are needed and on none of the pages that were read. */
	private readonly missing = new Set<string>();
	/** How many IDs have been among the missing ones. */
	private needed = 0;
	private hasEnded = false;
	private pages: AsyncGenerator<boolean> | undefined;
	private pagesRead = 0;
	/** The page that is being read, for which all others wait. */
	private reading: Promise<void> | undefined;
	private context: SendContext | undefined;

	/**
	 * @param keep returns what to keep of a record, by default its ID, or `undefined` for nothing
	 * @param names receives the name of each record, by its ID
	 */
	constructor(
		private readonly list: RecordList,
		private readonly keep: (record: IDataObject) => IDataObject | undefined = ({ id }) => ({ id }),
		private readonly names?: Map<unknown, string>,
	) {}

	/** Whether the list was read to its end. */
	get isWhole(): boolean {
		return this.hasEnded;
	}

	/** Adds an ID for which pages are read; see `find`. */
	announce(externalId: string, kind: IdKind = 'externalId'): void {
		if (this.missing.has(externalId) || this.findInPages(externalId, kind)) return;

		this.missing.add(externalId);
		this.needed++;
	}

	/**
	 * Reads the pages that need fewer requests than single reads of all announced IDs.
	 *
	 * @throws VitallyError when the list cannot be read
	 */
	async readPages(context: SendContext): Promise<void> {
		while (this.missing.size > 0 && this.isPageWorthIt()) await this.readPage(context);
	}

	/**
	 * Finds the record with an external ID, or with an ID of which it is unknown whether it is one.
	 *
	 * @returns what is kept of it, or the whole record after a single read; `undefined` when there is none
	 * @throws VitallyError when the list cannot be read, several records have the ID, or the service returns
	 * another record
	 */
	async find(
		context: SendContext,
		externalId: string,
		kind: IdKind = 'externalId',
	): Promise<IDataObject | undefined> {
		this.announce(externalId, kind);
		let found = this.findInPages(externalId, kind);

		while (!found && this.isPageWorthIt()) {
			await this.readPage(context);
			found = this.findInPages(externalId, kind);
		}

		if (found) return found;

		const { read, externalIds } = this.list;
		// The path reads the Vitally ID of another record too, and that is an error.
		const isMissing = this.isWhole && !externalIds?.isListPartial && !this.byId.has(externalId);
		if (!read || isMissing) return undefined;

		const record = await read(context, externalId, kind);
		if (record) this.rememberName(record);

		return record;
	}

	/**
	 * Reads the list to its end, which proves that no other record has a name.
	 *
	 * @throws VitallyError when the list cannot be read
	 */
	async readAll(context: SendContext): Promise<void> {
		while (!this.isWhole) await this.readPage(context);
	}

	/** Returns the records with a name, by Vitally ID. */
	findByName(name: string): ReadonlyMap<string, NamedRecord> {
		return this.byName.get(normalizeName(name)) ?? new Map<string, NamedRecord>();
	}

	/** Returns the records whose name contains a text, by Vitally ID. */
	findByTextInName(text: string): ReadonlyMap<string, NamedRecord> {
		const part = normalizeName(text);
		const matches = [...this.byName].filter(([name]) => name.includes(part));

		return new Map(matches.flatMap(([, records]) => [...records]));
	}

	/** Replaces the record with an external ID after a creation. */
	replace(externalId: string, { id }: IDataObject): void {
		this.byExternalId.set(externalId, [{ id }]);
	}

	private add(record: IDataObject): void {
		const id = String(record.id);
		const externalId = keyOf(this.list, record);
		// Two lists, or two pages of one that changes meanwhile, may contain the same record.
		if (this.byId.has(id)) return;

		const kept = this.keep(record) ?? (this.missing.has(id) ? { id } : undefined);
		if (!kept) return;

		this.byId.set(id, kept);
		this.rememberName(record);

		if (typeof externalId === 'string') {
			const same = this.byExternalId.get(externalId) ?? [];

			same.push(kept);
			this.byExternalId.set(externalId, same);
		}

		for (const field of this.list.nameFields ?? []) this.indexName(record[field], id, externalId);

		// A further page may contain another record with the external ID.
		if (this.mayRepeat) return;

		this.missing.delete(id);
		this.missing.delete(externalId as string);
	}

	/** Whether several records may have one external ID. */
	private get mayRepeat(): boolean {
		return this.list.externalIds?.unique === false;
	}

	/** Remembers the first name of a record for the whole run. */
	private rememberName(record: IDataObject): void {
		if (!this.names) return;

		for (const field of this.list.nameFields ?? []) {
			const name = record[field];

			if (typeof name === 'string') {
				this.names.set(record.id, name);

				return;
			}
		}
	}

	private indexName(name: unknown, id: string, externalId: unknown): void {
		if (typeof name !== 'string' || name.trim() === '') return;

		const key = normalizeName(name);
		const records = this.byName.get(key) ?? new Map<string, NamedRecord>();

		this.byName.set(key, records.set(id, { name: name.trim(), externalId }));
	}

	/**
	 * Finds a record in the pages that were read.
	 *
	 * @throws VitallyError when several records have the ID
	 */
	private findInPages(externalId: string, kind: IdKind): IDataObject | undefined {
		// Several records may have one external ID, so any page may contain another one.
		if (this.mayRepeat && !this.isWhole) return undefined;

		const records = this.byExternalId.get(externalId);
		if (!records) return kind === 'either' ? this.byId.get(externalId) : undefined;
		if (records.length > 1) throw ambiguousError(this.list, externalId, records.length);

		return records[0];
	}

	/** Whether to read one more page before the IDs that are missing are read one by one. */
	private isPageWorthIt(): boolean {
		if (this.isWhole) return false;
		// Only the list returns external IDs.
		if (!this.list.read) return true;

		return this.needed > this.pagesRead + MAX_FIRST_SINGLE_READS;
	}

	private async readPage(context: SendContext): Promise<void> {
		this.context = context;
		this.reading ??= this.readNextPage().finally(() => {
			this.reading = undefined;
		});

		await this.reading;
	}

	private async readNextPage(): Promise<void> {
		this.pages ??= this.readLists();

		const { value: isLast } = await this.pages.next().catch((error: Error) => {
			// Another item begins with the first page again.
			this.pages = undefined;
			throw error;
		});

		this.hasEnded = isLast === true;
		this.pagesRead++;
	}

	/** Yields after each page whether it was the last one. */
	private async *readLists(): AsyncGenerator<boolean> {
		const { path, queries } = this.list;
		// A page is sent for the item that waits for it; the first one may have ended.
		const lastContext: SendContext = {
			send: async (request) => await (this.context as SendContext).send(request),
		};

		for (const [index, query] of queries.entries()) {
			for await (const { records, next } of pages(lastContext, { path, query })) {
				assertIdentified(this.list, records);
				for (const record of records) this.add(record);
				yield next === undefined && index === queries.length - 1;
			}
		}
	}
}

/** Returns the index of a list, which all items of a run share. */
export async function recordIndexOf(
	item: Pick<ItemContext, 'oncePerRun'>,
	list: RecordList,
): Promise<RecordIndex> {
	const name = `index of ${list.path} ${JSON.stringify(list.queries)}`;
	const names = await recordNamesOf(item);

	return await item.oncePerRun(name, async () => new RecordIndex(list, undefined, names));
}
