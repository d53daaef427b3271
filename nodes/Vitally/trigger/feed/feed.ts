/** A list whose records tell an event. */
export interface Feed {
	/** Last part of the list's path, for example `accounts`. */
	collection: string;
	/** `transitioned`: the record has a time in its `transitionField` from then on. */
	happening: 'created' | 'updated' | 'transitioned';
	sortBy: 'createdAt' | 'updatedAt';
	/** Of a transition: its records have a list of their own. */
	query?: { status?: string; archived?: boolean; target?: string };
	/** The records stand in several lists, some of them in more than one: what is asked for each. */
	lists?: ReadonlyArray<{ target: string }>;
	/** Of an update: the record came into a segment, or out of one. */
	segments?: 'entered' | 'exited';
	transitionField?: 'churnedAt' | 'archivedAt' | 'completedAt';
}
