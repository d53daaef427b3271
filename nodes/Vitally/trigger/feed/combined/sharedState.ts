import type { DetectorState, ListState, WatchedValues } from '../state';

/** A state without what its detector remembers, and that by itself. */
export function apart<T extends DetectorState>(state: T): { position: T; detector: DetectorState } {
	const position = { ...state };
	delete position.watchedValues;
	delete position.transitions;
	delete position.segments;
	const { watchedValues, transitions, segments } = state;
	return {
		position,
		detector: {
			...(watchedValues && { watchedValues }),
			...(transitions && { transitions }),
			...(segments && { segments }),
		},
	};
}

export function withShared(position: ListState, detector: DetectorState): ListState {
	return { ...position, ...detector };
}

/** What was learned of one list, and at the start of another. */
export function merged(of: DetectorState, start: DetectorState): DetectorState {
	if (!of.watchedValues || !start.watchedValues) return { ...of, ...start };
	return { ...of, ...start, watchedValues: mergedValues(of.watchedValues, start.watchedValues) };
}

function mergedValues(of: WatchedValues, start: WatchedValues): WatchedValues {
	const values = { ...of.values, ...start.values };
	return { ...of, ...start, values, size: JSON.stringify(values).length };
}
