/** Pages that are read before all rows are known; their records wait for the rows. */
const MOST_PAGES_AHEAD = 50;

/** So many are read by themselves, at no more than twice the one page that could show them. */
const FEW = 2;

/**
 * Decides between the list, at a hundred records a page, and a single read for each record: neither the
 * number of pages nor how many of the wanted records are on them is known beforehand. Whatever they are,
 * the requests are at most twice those of the better of the two ways.
 *
 * Why: with `p` pages read, none of which was the last, the better way takes at least the smaller of
 * `p + 1` and of the wanted records. Reading goes on where pages and single reads together would be more
 * than twice that, and ends where they would be after one page more. In between the guess decides.
 */
export class ReadingPlan {
	private pages = 0;
	private wanted = 0;
	private shown = 0;
	private isWhole = false;

	/**
	 * @param needsWholeList whether a part of the list tells nothing for certain, because several records
	 * may have one external ID
	 */
	constructor(private readonly needsWholeList = false) {}

	/** One more record is wanted. */
	want(): void {
		this.wanted++;
	}

	/** Nothing more will be wanted. */
	wantNoMore(): void {
		this.isWhole = true;
	}

	/** A page was read. */
	readPage(): void {
		this.pages++;
	}

	/** A wanted record was on a page. */
	show(): void {
		this.shown++;
	}

	/** @returns `wait` when that depends on what else will be wanted */
	next(): 'page' | 'singles' | 'wait' {
		const left = this.needsWholeList ? this.wanted : this.wanted - this.shown;
		if (this.isWhole) return this.isPageBetter(left) ? 'page' : 'singles';
		const isSafe = left > Math.max(FEW, this.pages);
		return isSafe && this.pages < MOST_PAGES_AHEAD ? 'page' : 'wait';
	}

	private isPageBetter(left: number): boolean {
		if (left === 0) return false;
		if (!this.isWithinBound(this.pages, left)) return true;
		return this.isWithinBound(this.pages + 1, left) && this.pagesLeft() <= left;
	}

	/** Whether single reads may follow so many pages. */
	private isWithinBound(pages: number, left: number): boolean {
		return pages + left <= 2 * Math.min(this.wanted, pages + 1);
	}

	/** How many pages the rest takes if the wanted records are spread over the list as they were so far. */
	private pagesLeft(): number {
		if (this.shown === 0) return Infinity;
		return (this.pages * (this.wanted - this.shown)) / this.shown;
	}
}
