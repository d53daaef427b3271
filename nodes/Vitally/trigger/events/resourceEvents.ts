import type { Feed, FeedConfig } from '../scan/types';

/** Something that happens to the records of a resource, detected in their list. */
export interface ResourceEvent extends Omit<Feed, 'collection'> {
	/** Follows the name of the resource: `Created`. */
	name: string;
	/** Label in the editor; by default the name. */
	label?: string;
	/** Text in the node browser; by default from the label. */
	action?: string;
	description?: string;
	/** Last part of the path of the list, where it is not that of the resource. */
	collection?: string;
	/** What is watched; the limit of a condition is the parameter 'Threshold'. */
	preset?: Pick<FeedConfig, 'watch' | 'conditions'>;
}

export const created: ResourceEvent = { name: 'Created', changeKind: 'created' };

export const updated: ResourceEvent = { name: 'Updated', changeKind: 'updated' };

/** For accounts: updates that people look for by name. */
export const accountPresets: Record<'csmChanged' | 'healthDropped', ResourceEvent> = {
	csmChanged: {
		...updated,
		name: 'CsmChanged',
		label: 'CSM Changed',
		description: 'When an account gets another CSM, its first one, or no longer has one',
		comparesFromStart: true,
		preset: { watch: ['csmId'] },
	},
	healthDropped: {
		...updated,
		name: 'HealthDropped',
		label: 'Health Dropped',
		description: 'When the health score of an account drops below a number',
		preset: { conditions: [{ field: 'healthScore', is: 'dropsBelow' }] },
	},
};

/**
 * For organizations, which stay in their list when they churn.
 * Source: docs/internal/beyond.md, 2
 */
export const churned: ResourceEvent = {
	name: 'Churned',
	description: 'When an organization churns',
	changeKind: 'transitioned',
	transitionField: 'churnedAt',
};

/**
 * For tasks, which stay in their list with the time of their completion.
 * Source: docs/internal/beyond.md, 1
 */
export const completed: ResourceEvent = {
	name: 'Completed',
	description: 'When a task is completed',
	changeKind: 'transitioned',
	transitionField: 'completedAt',
};

/**
 * For meetings, whose records are documented without times. In this order none moves while the list is read.
 * Source: docs/internal/beyond.md, 11
 */
const wholeList = { sortBy: 'createdAt', isReadWhole: true } as const;

export const meetingEvents: readonly ResourceEvent[] = [
	{ ...created, ...wholeList },
	{ ...updated, ...wholeList },
];

/** The lists of NPS responses: whether one can be in both is unknown (docs/internal/beyond.md, 19). */
const lists = [{ target: 'accounts' }, { target: 'organization' }];

/** For NPS responses, which Vitally lists by accounts or organizations of their users. */
export const npsEvents: readonly ResourceEvent[] = [
	{ ...created, lists, description: 'When a user answers an NPS survey' },
	{ ...updated, lists },
];

/**
 * For records with segments. Detected by comparing, because no field has the time of an entry.
 * Source: docs/internal/beyond.md, 1 and 13
 */
export function segmentEvents(noun: string): ResourceEvent[] {
	const depends = `Found when Vitally moves the "updated at" of the ${noun}, so it may come late`;
	return [
		{
			name: 'EnteredSegment',
			label: 'Entered Segment',
			description: `When a segment gains a member. ${depends}.`,
			changeKind: 'updated',
			segments: 'entered',
		},
		{
			name: 'ExitedSegment',
			label: 'Exited Segment',
			description: `When a segment loses a member. ${depends}.`,
			changeKind: 'updated',
			segments: 'exited',
		},
	];
}

/** For records that Vitally archives when they are deleted. */
export function archived(noun: string): ResourceEvent {
	return {
		name: 'Archived',
		description: `When a ${noun} is deleted: Vitally keeps it, archived`,
		changeKind: 'transitioned',
		query: { archived: true },
		transitionField: 'archivedAt',
	};
}
