import { advanceHead, type Advance } from './head';
import type { FeedEvent, Judge } from './event';
import { judgeFor } from './judge';
import { dated, oldestFirst, type Dated } from './record';
import type { Poll, Scan } from './scanContract';
import {
	DEFAULT_MAX_PAGES,
	DEFAULT_OVERLAP_MS,
	PAGE_SIZE,
	pageRequest,
	type FeedSettings,
	type PageRequest,
} from './settings';
import type { FeedState } from './state';
import { Walk } from './walk';

/**
 * A poll of a feed that has begun. Reads in this order: the gap an earlier poll left (so there is
 * never a second one), the head, and what is to be learned without events.
 */
export class ChangeScan implements Scan {
	private readonly gap: Walk | undefined;
	private readonly head: Walk;
	private readonly unlearned: Walk | undefined;
	private readonly judge: Judge;
	private readonly taken: Dated[] = [];
	private readonly learned: Dated[] = [];
	private fullPages = 0;
	private undated = 0;
	private servedAt: number | undefined;

	constructor(
		private readonly state: FeedState,
		private readonly settings: FeedSettings,
	) {
		this.gap = state.gap && new Walk(state.gap);
		this.head = new Walk(state.head);
		this.unlearned = state.unlearned && new Walk(state.unlearned);
		this.judge = judgeFor(settings, state);
	}

	get request(): PageRequest | null {
		const walk = this.walk;
		const isFull = this.fullPages >= (this.settings.maxPages ?? DEFAULT_MAX_PAGES);
		if (!walk || walk.circling || isFull) return null;
		return pageRequest(this.settings, PAGE_SIZE, walk.cursor);
	}

	page(results: readonly unknown[], next: string | null, servedAt?: number): void {
		const { walk, request } = this;
		if (!walk || !request) return;
		if (walk === this.head && !walk.started) this.servedAt = servedAt;
		const { records, undated } = dated(results, request.sortBy);
		const fresh = walk.page(records, next);
		this.undated += undated;
		// Pages over ground already read do not count: a poll always gets to something unread.
		if (fresh.length) this.fullPages++;
		if (walk === this.unlearned) {
			this.learned.push(...fresh);
			return;
		}
		this.taken.push(...fresh);
		// Gap and head may share ground inside the overlap.
		if (walk === this.gap) for (const record of fresh) this.head.note(record);
	}

	cursorRefused(): boolean {
		const { walk } = this;
		if (!walk?.isResuming) return false;
		walk.restart();
		return true;
	}

	finish(): Poll {
		const events = oldestFirst(this.taken)
			.map((record) => this.judge.happened(record))
			.filter((event): event is FeedEvent => event !== null);
		for (const record of this.learned) this.judge.learn(record);
		// Only a head of one page is read at one instant: nothing can move around it meanwhile.
		if (this.head.done && this.head.pages === 1) this.judge.caughtUp();
		if (this.unlearned?.done && !this.judge.full) this.judge.learnedAll();
		const { notices: headNotices, ...position } = this.position();
		const gap = this.gap?.rest() ?? (this.head.started ? this.head.rest() : undefined);
		const unlearned = this.judge.full ? undefined : this.unlearned?.rest();
		const { v, list, watched } = this.state;
		return {
			events,
			state: {
				v,
				list,
				watched,
				...position,
				...(gap && { gap }),
				...(unlearned && { unlearned }),
				...this.judge.saved(),
			},
			notices: [...this.notices(), ...headNotices, ...this.judge.notices],
			isComplete: !this.walk,
		};
	}

	private get walk(): Walk | undefined {
		return [this.gap, this.head, this.unlearned].find((walk) => walk && !walk.done);
	}

	private position(): Advance {
		if (this.head.started || this.head.done) {
			const overlapMs = this.settings.overlapMs ?? DEFAULT_OVERLAP_MS;
			return advanceHead(this.state, this.head, overlapMs, this.servedAt);
		}
		const { watermark, head, mark } = this.state;
		const known = Object.fromEntries(this.head.known);
		return { watermark, head: { ...head, known }, ...(mark && { mark }), notices: [] };
	}

	private notices(): string[] {
		const notices: string[] = [];
		if (this.undated) {
			notices.push(`${this.undated} records have no readable timestamp or id and were left out.`);
		}
		if (this.walk?.circling) {
			notices.push('The service sent the same cursor twice. The next poll reads the rest.');
		}
		if ([this.gap, this.head].some((walk) => walk?.isCrowded)) {
			notices.push('Too many unread records share one timestamp: some may come a second time.');
		}
		return notices;
	}
}
