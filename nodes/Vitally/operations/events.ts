import type { ResourceEvent } from './definition/types';

export const created: ResourceEvent = { name: 'Created', happening: 'created' };

export const updated: ResourceEvent = { name: 'Updated', happening: 'updated' };

/**
 * For organizations, which stay in their list when they churn.
 * Source: docs/beyond.md, 2
 */
export const churned: ResourceEvent = {
	name: 'Churned',
	description: 'When an organization churns',
	happening: 'transitioned',
	transitionField: 'churnedAt',
};

/**
 * For tasks, which stay in their list with the time of their completion.
 * Source: docs/beyond.md, 1
 */
export const completed: ResourceEvent = {
	name: 'Completed',
	description: 'When a task is completed',
	happening: 'transitioned',
	transitionField: 'completedAt',
};

/** The lists of NPS responses: whether one can be in both is not known (docs/beyond.md, 19). */
const lists = [{ target: 'accounts' }, { target: 'organization' }];

/** For NPS responses, which Vitally lists by whose users gave them. */
export const npsEvents: readonly ResourceEvent[] = [
	{ ...created, lists, description: 'When a user answers an NPS survey' },
	{ ...updated, lists },
];

/**
 * For records with segments: told by comparing, because nothing says when one was entered.
 * Source: docs/beyond.md, 1 and 13
 */
export function segmentEvents(noun: string): ResourceEvent[] {
	const depends = `Found when Vitally moves the "updated at" of the ${noun}, so it may come late`;
	return [
		{
			name: 'EnteredSegment',
			label: 'Entered Segment',
			description: `When a segment gains a member. ${depends}.`,
			happening: 'updated',
			segments: 'entered',
		},
		{
			name: 'ExitedSegment',
			label: 'Exited Segment',
			description: `When a segment loses a member. ${depends}.`,
			happening: 'updated',
			segments: 'exited',
		},
	];
}

/** For records that a deletion keeps in an archive. */
export function archived(noun: string): ResourceEvent {
	return {
		name: 'Archived',
		description: `When a ${noun} is deleted: Vitally keeps it, archived`,
		happening: 'transitioned',
		query: { archived: true },
		transitionField: 'archivedAt',
	};
}
