import { startScan, type Poll } from '../../nodes/Vitally/trigger/scan';
import type { FeedState } from '../../nodes/Vitally/trigger/state';
import type { FeedSettings, PageRequest } from '../../nodes/Vitally/trigger/settings';
import type { ListService } from './listService.cts';

/** A poll of a list with timestamps. */
type DatedPoll = Poll & { state: FeedState | null };

/** One poll of a service that behaves, with every request it made. */
export function poll(
	service: ListService,
	settings: FeedSettings,
	state: unknown,
): DatedPoll & { requests: PageRequest[] } {
	const requests: PageRequest[] = [];
	const scan = startScan(state, settings);
	while (scan.request) {
		requests.push(scan.request);
		const { results, next } = service.page(scan.request, settings.scope);
		scan.page(results, next, service.now);
	}
	return { ...(scan.finish() as DatedPoll), requests };
}

/** One poll over pages that are given as they are. */
export function pollPages(
	pages: Array<{ results: unknown[]; next: string | null }>,
	settings: FeedSettings,
	state: unknown,
): DatedPoll {
	const scan = startScan(state, settings);
	for (const { results, next } of pages) if (scan.request) scan.page(results, next);
	return scan.finish() as DatedPoll;
}

export const stampAt = (seconds: number) =>
	new Date(1_760_000_000_000 + seconds * 1000).toISOString();
