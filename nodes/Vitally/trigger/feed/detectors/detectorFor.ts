import { conditionsOf, feedOf, segmentChoice, watchedPaths, type FeedConfig } from '../config';
import type { DetectorState } from '../state';
import { ConditionDetector } from './conditions';
import type { ChangeDetector } from './detector';
import { FieldChangeDetector } from './fieldChanges';
import { SegmentDetector } from './segments';
import { TransitionDetector } from './transitions';
import { VersionDetector } from './versions';

/** @param state what was stored, or null at the start of a feed */
export function detectorFor(config: FeedConfig, state: DetectorState | null): ChangeDetector {
	const { happening, transitionField, query } = feedOf(config);
	const paths = watchedPaths(config);
	const segments = segmentChoice(config);
	if (segments) return new SegmentDetector(segments, state ?? {});
	const conditions = conditionsOf(config);
	if (transitionField) {
		return new TransitionDetector(transitionField, query !== undefined, state?.transitions);
	}
	if (conditions.length) return new ConditionDetector(conditions, state?.watchedValues);
	if (paths.length) return new FieldChangeDetector(paths, state?.watchedValues);
	return new VersionDetector(happening === 'created');
}
