/** A list whose records tell an event. */
export interface Feed {
	/** Last part of the list's path, for example `accounts`. */
	collection: string;
	/** `transitioned`: the record came into a list of its own, at the time in its `transitionField`. */
	happening: 'created' | 'updated' | 'transitioned';
	sortBy: 'createdAt' | 'updatedAt';
	query?: { status?: string; archived?: boolean };
	transitionField?: 'churnedAt' | 'archivedAt';
}
