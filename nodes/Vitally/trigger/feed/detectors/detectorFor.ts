import { feedOf, watchedPaths, type FeedConfig } from '../config';
import type { DetectorState } from '../state';
import type { ChangeDetector } from './detector';
import { FieldChangeDetector } from './fieldChanges';
import { TransitionDetector } from './transitions';
import { VersionDetector } from './versions';

/**
 * @param state what was stored, or null at the start of a feed
 * @param since at the start of a feed: the newest time of the list, null when it was empty
 */
export function detectorFor(
	config: FeedConfig,
	state: DetectorState | null,
	since: number | null = null,
): ChangeDetector {
	const { happening, transitionField } = feedOf(config);
	const paths = watchedPaths(config);
	if (transitionField) {
		const transitions = state?.transitions ?? TransitionDetector.since(since);
		return new TransitionDetector(transitionField, transitions);
	}
	if (paths.length) return new FieldChangeDetector(paths, state?.watchedValues);
	return new VersionDetector(happening === 'created');
}

/**
 * Which feeds look at records from before their start: watched fields, to know the values before,
 * and churned accounts, because `churnedAt` is set by people and may lie before the start.
 * `archivedAt` is the service's own (docs/service.md, States and transitions), so it needs no such look.
 */
export function needsSnapshot(config: FeedConfig): boolean {
	return feedOf(config).transitionField === 'churnedAt' || watchedPaths(config).length > 0;
}
