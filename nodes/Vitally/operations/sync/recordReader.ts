import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../run/operation';
import type { ServiceRequest } from '../../transport/client';
import { pages } from '../../transport/pages';
import { ReadingPlan } from './readingPlan';

/** Where records of one kind are read. */
export interface RecordSource {
	/** The list of all, in the order that stays complete (docs/service.md, Pagination). */
	list: { path: string; query: IDataObject };
	/** Whether several records may have one external ID, which only the whole list shows. */
	mayRepeat?: boolean;
	/**
	 * Reads one record by its external ID.
	 *
	 * @returns `undefined` when there is none
	 * @throws VitallyError when there are several, or nobody knows
	 */
	find(item: ItemContext, externalId: string): Promise<IDataObject | undefined>;
}

/** What is known of a record when its turn comes. */
export type Known = { record: IDataObject | undefined } | 'unread';

/**
 * Called with each wanted external ID once, in any order; with the record as the list shows it, with
 * none where the whole list has none, or with `unread` where a single read is cheaper.
 *
 * @returns when there is room for the next
 */
export type Take = (externalId: string, known: Known) => Promise<void>;

/** Reads what Vitally has under external IDs, in the cheapest way: see `ReadingPlan`. */
export class RecordReader {
	private readonly plan: ReadingPlan;
	private readonly wanted = new Set<string>();
	/** Records of pages that were read before all wanted ones were known; `undefined` for several. */
	private early: Map<string, IDataObject | undefined> | undefined = new Map();
	/** Records that may turn out to be one of several, as `early`. */
	private readonly found = new Map<string, IDataObject | undefined>();
	private reading: Promise<void> | undefined;
	private hasWholeList = false;
	private wake = () => {};

	/**
	 * @param item that sends the requests for pages
	 * @param keep what of a record is looked at later
	 * @param turn called before each page
	 */
	constructor(
		private readonly item: ItemContext,
		private readonly source: RecordSource,
		private readonly keep: (record: IDataObject) => IDataObject,
		private readonly take: Take,
		private readonly turn: () => Promise<void>,
	) {
		this.plan = new ReadingPlan(source.mayRepeat);
	}

	/** An external ID whose record is wanted; reading begins as soon as pages are worth it. */
	want(externalId: string): void {
		if (this.wanted.has(externalId)) return;
		this.wanted.add(externalId);
		this.plan.want();
		if (this.early?.has(externalId)) this.plan.show();
		if (this.plan.next() !== 'page') return;
		if (this.reading) this.wake();
		// Errors are those of `finish`, which nobody calls before all rows are known.
		else (this.reading = this.readList()).catch(() => {});
	}

	/**
	 * Hands over all that is wanted; nothing more can be wanted.
	 *
	 * @throws VitallyError when the list cannot be read, for a reason that single reads would meet too
	 */
	async finish(): Promise<void> {
		this.plan.wantNoMore();
		const { early = new Map<string, IDataObject | undefined>() } = this;
		this.early = undefined;
		for (const [externalId, record] of early) await this.offer(externalId, record);
		this.wake();
		if (!this.reading && this.plan.next() === 'page') this.reading = this.readList();
		await this.reading?.catch(assertSinglesMayHelp);
		for (const externalId of this.wanted) await this.take(externalId, this.known(externalId));
	}

	/** What is known of a record that was not handed over while the list was read. */
	private known(externalId: string): Known {
		if (!this.hasWholeList) return 'unread';
		const record = this.found.get(externalId);
		return record === undefined && this.found.has(externalId) ? 'unread' : { record };
	}

	private async readList(): Promise<void> {
		// Asked for each page that there is, and for no other: after the last one all is known.
		const send = async (request: ServiceRequest) => {
			if (!(await this.wantsPage())) throw new EnoughRead();
			await this.turn();
			return await this.item.send(request);
		};
		for await (const page of pages(send, this.source.list)) {
			this.plan.readPage();
			for (const record of page) await this.show(record);
		}
		this.hasWholeList = true;
	}

	private async show(record: IDataObject): Promise<void> {
		const { externalId } = record;
		if (typeof externalId !== 'string') return;
		const { early } = this;
		if (!early) {
			if (!this.wanted.has(externalId)) return;
			if (!this.found.has(externalId)) this.plan.show();
			return await this.offer(externalId, this.keep(record));
		}
		if (!early.has(externalId) && this.wanted.has(externalId)) this.plan.show();
		early.set(externalId, early.has(externalId) ? undefined : this.keep(record));
	}

	/** Hands a record over, unless another one may have its external ID. */
	private async offer(externalId: string, record: IDataObject | undefined): Promise<void> {
		if (!this.wanted.has(externalId)) return;
		if (this.source.mayRepeat) {
			this.found.set(externalId, this.found.has(externalId) ? undefined : record);
			return;
		}
		this.wanted.delete(externalId);
		await this.take(externalId, record ? { record } : 'unread');
	}

	private async wantsPage(): Promise<boolean> {
		while (this.plan.next() === 'wait') await new Promise<void>((wake) => (this.wake = wake));
		return this.plan.next() === 'page';
	}
}

class EnoughRead extends Error {}

/** A list that the service serves badly says nothing about single reads; a key or a network does. */
function assertSinglesMayHelp(error: unknown): void {
	if (error instanceof EnoughRead) return;
	const isListAlone =
		error instanceof VitallyError &&
		error.facts.failure === undefined &&
		error.facts.status !== 403;
	if (!isListAlone) throw error;
}
