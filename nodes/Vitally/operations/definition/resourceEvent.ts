/** Something that happens to the records of a resource, detected in their list. */
export interface ResourceEvent extends ListChanges {
	/** Follows the name of the resource: `Created`. */
	name: string;
	/** The label in the editor; by default the name. */
	label?: string;
	/** The text in the node browser; by default, it is made from the label. */
	action?: string;
	description?: string;
	/** The last part of the path of the list, where it is not that of the resource. */
	collection?: string;
	/** What is watched; the limit of a condition is the parameter 'Threshold'. */
	preset?: { watch?: readonly string[]; conditions?: readonly Condition[] };
}

export interface ListChanges {
	/** The type of record that the list belongs to and the user selects, such as a custom object. */
	parent?: { name: string; noun: string; label: string; plural: string; path: string };
	/** `transitioned`: the record got a time in its `transitionField`. */
	changeKind: 'created' | 'updated' | 'transitioned';
	/** The order of the list; absent where the service does not sort it. */
	sortBy?: 'createdAt' | 'updatedAt';
	/** The list has no order, or its records no times, so every poll reads all of it. */
	isReadWhole?: true;
	/** Additional query parameters, such as those of the list of archived records. */
	query?: { status?: string; archived?: boolean; target?: string };
	/** Query parameters of each list, where there are several; a record may be in more than one. */
	lists?: ReadonlyArray<{ target: string }>;
	/** Records without a score are surveys that were dismissed: they count from their first score on. */
	needsScore?: true;
	/** Restricts updates to those in which the record entered or exited a segment. */
	segments?: 'entered' | 'exited';
	/** Restricts updates of conversations to those with a new message of a customer, for which each is read. */
	onlyReplies?: true;
	transitionField?: 'churnedAt' | 'archivedAt' | 'completedAt';
}

export interface Condition {
	/** A field of the record, or a trait as `traits.<key>`. */
	field: string;
	is: 'dropsBelow' | 'risesAbove' | 'becomes' | 'isCleared' | 'isSet';
	/** What the field is compared with; only the first three have it. */
	value?: string;
}
