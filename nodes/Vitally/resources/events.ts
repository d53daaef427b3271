import { article } from '../fields/locators';
import type { ResourceEvent } from '../operations/definition/resourceEvent';

export const created: ResourceEvent = { name: 'Created', changeKind: 'created' };

export const updated: ResourceEvent = { name: 'Updated', changeKind: 'updated' };

/**
 * Returns the events of records with segments. They are detected by comparing, because no field has the time of an entry.
 * Source: docs/internal/beyond.md, 1 and 13
 */
export function segmentEvents(noun: string): ResourceEvent[] {
	const record = `${article(noun)} ${noun}`;

	return [
		{
			name: 'EnteredSegment',
			label: 'Entered Segment',
			description: `When ${record} enters a segment`,
			changeKind: 'updated',
			segments: 'entered',
		},
		{
			name: 'ExitedSegment',
			label: 'Exited Segment',
			description: `When ${record} exits a segment`,
			changeKind: 'updated',
			segments: 'exited',
		},
	];
}

/** Returns the event of records that Vitally archives when they are deleted. */
export function archived(noun: string): ResourceEvent {
	return {
		name: 'Archived',
		description: `When a ${noun} is deleted, which archives it in Vitally`,
		changeKind: 'transitioned',
		query: { archived: true },
		transitionField: 'archivedAt',
	};
}
