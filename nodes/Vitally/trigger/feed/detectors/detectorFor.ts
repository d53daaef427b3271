import { feedOf, watchedPaths, type FeedConfig } from '../config';
import type { DetectorState } from '../state';
import type { ChangeDetector } from './detector';
import { FieldChangeDetector } from './fieldChanges';
import { TransitionDetector } from './transitions';
import { VersionDetector } from './versions';

/** @param state what was stored, or null at the start of a feed */
export function detectorFor(config: FeedConfig, state: DetectorState | null): ChangeDetector {
	const { happening, transitionField } = feedOf(config);
	const paths = watchedPaths(config);
	if (transitionField) return new TransitionDetector(transitionField, state?.transitions);
	if (paths.length) return new FieldChangeDetector(paths, state?.watchedValues);
	return new VersionDetector(happening === 'created');
}
