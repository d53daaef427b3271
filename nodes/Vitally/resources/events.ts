import { article } from '../fields/locators';
import type { ResourceEvent } from '../operations/definition/resourceEvent';

/** Returns the event of records that are new in Vitally. */
export function created(noun: string): ResourceEvent {
	return {
		name: 'Created',
		description: `When ${article(noun)} ${noun} is created`,
		changeKind: 'created',
	};
}

/** Returns the event of records that change as the parameter 'Watch' says. */
export function updated(noun: string): ResourceEvent {
	return {
		name: 'Updated',
		description: `When ${article(noun)} ${noun} changes, depending on 'Watch'`,
		changeKind: 'updated',
	};
}

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

/** Returns the event of customers that get another CSM. */
export function csmChanged(noun: string): ResourceEvent {
	return {
		...updated(noun),
		name: 'CsmChanged',
		label: 'CSM Changed',
		description: `When an ${noun} gets another CSM, its first one, or no longer has one`,
		preset: { watch: ['csmId'] },
	};
}

/** Returns the event of customers whose health score drops below the parameter 'Threshold'. */
export function healthDropped(noun: string): ResourceEvent {
	return {
		...updated(noun),
		name: 'HealthDropped',
		label: 'Health Dropped',
		description: `When the health score of an ${noun} drops below a number`,
		preset: { conditions: [{ field: 'healthScore', is: 'dropsBelow' }] },
	};
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
