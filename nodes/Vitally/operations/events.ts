import type { ResourceEvent } from './resource';

export const created: ResourceEvent = { name: 'Created', happening: 'created' };

export const updated: ResourceEvent = { name: 'Updated', happening: 'updated' };

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
