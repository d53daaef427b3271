import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import type {
	FeedConfig,
	PageRequest,
	PollResult,
	Reading,
	Scan,
	ServiceRecord,
} from '../../../nodes/Vitally/trigger/scan/types';

/** A poll that a test reads page by page, in the order of `pollFeed`. */
export class OpenPoll {
	private compared = 0;

	constructor(readonly scan: Scan) {}

	/** The query of the next request; null when the poll needs no more. */
	get request(): PageRequest | null {
		return this.reading?.request ?? null;
	}

	/** Passes a page to the reading that requested it; a poll that needs no more ignores it. */
	accept(results: readonly ServiceRecord[], next: string | null, clockMs?: number): void {
		const phase = this.scan.phases.findIndex(({ readings }) => readings.some(isReading));

		this.compareUpTo(phase);
		this.reading?.accept({ results, next, clockMs });
	}

	dropStoredCursor(): boolean {
		return this.reading?.dropStoredCursor() ?? false;
	}

	finish(): PollResult {
		this.compareUpTo(this.scan.phases.length);

		return this.scan.finish();
	}

	private get reading(): Reading | undefined {
		return this.scan.phases.flatMap(({ readings }) => readings).find(isReading);
	}

	/** Finds the events of the phases that have ended. */
	private compareUpTo(phase: number): void {
		for (; this.compared < phase; this.compared++) {
			const { comparison } = this.scan.phases[this.compared];

			for (const version of comparison?.versions() ?? []) comparison?.compare(version);
		}
	}
}

function isReading({ request }: Reading): boolean {
	return request !== null;
}

/** @param state of the last poll */
export function openPoll(state: unknown, config: FeedConfig): OpenPoll {
	return new OpenPoll(createScan(state, config));
}
