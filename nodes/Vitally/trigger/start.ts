import { Baseline } from './baseline';
import { ChangeScan } from './changeScan';
import { showsNoTimestamps, type OrderState } from './order';
import { OrderScan } from './orderScan';
import type { Poll, Scan } from './scanContract';
import { listName, watchedPaths, type FeedSettings, type PageRequest } from './settings';
import type { FeedState } from './state';

/**
 * A poll of a list of which it is not known yet whether it shows timestamps: its first page tells.
 * The document's projects have no `updatedAt`, and its conversation rows no timestamps at all.
 */
export class Start implements Scan {
	private scan: Scan;
	private isUndecided = true;

	/** @param state of an earlier poll; absent at the start of a feed */
	constructor(
		private readonly settings: FeedSettings,
		private readonly newest: number,
		private readonly notices: string[],
		private readonly state?: FeedState,
	) {
		this.scan = state ? new ChangeScan(state, settings) : new Baseline(settings, newest, notices);
	}

	get request(): PageRequest | null {
		return this.scan.request;
	}

	page(results: readonly unknown[], next: string | null, servedAt?: number): void {
		const sortBy = this.request?.sortBy ?? '';
		if (this.isUndecided && showsNoTimestamps(results, sortBy)) this.scan = this.byOrder(sortBy);
		else this.scan.page(results, next, servedAt);
		this.isUndecided = false;
	}

	cursorRefused(): boolean {
		return this.scan.cursorRefused();
	}

	finish(): Poll {
		return this.scan.finish();
	}

	private byOrder(sortBy: string): Scan {
		const { settings } = this;
		const notice = `The list shows no readable ${sortBy}: changes are told by the order of the list and the contents of its records.`;
		// A list that was empty at the start is known to its end.
		const empty: OrderState = {
			v: 1,
			list: listName(settings),
			watched: JSON.stringify(watchedPaths(settings)),
			order: [],
			isWhole: true,
		};
		const known = this.state?.watermark === 0 ? empty : null;
		return new OrderScan(known, settings, this.newest, [...this.notices, notice]);
	}
}
