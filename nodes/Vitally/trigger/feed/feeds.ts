/** The lists behind the events of the trigger (docs/service.md, Endpoints). */
export interface Feed {
	collection: 'accounts' | 'conversations' | 'notes' | 'projects';
	/** `transitioned`: the record came into a list of its own, at the time in its `transitionField`. */
	happening: 'created' | 'updated' | 'transitioned';
	sortBy: 'createdAt' | 'updatedAt';
	query?: { status?: string; archived?: boolean };
	transitionField?: 'churnedAt' | 'archivedAt';
}

const created = { happening: 'created', sortBy: 'createdAt' } as const;
const updated = { happening: 'updated', sortBy: 'updatedAt' } as const;
const archived = {
	happening: 'transitioned',
	sortBy: 'updatedAt',
	query: { archived: true },
	transitionField: 'archivedAt',
} as const;

const catalogue = {
	accountCreated: { collection: 'accounts', ...created },
	accountUpdated: { collection: 'accounts', ...updated },
	accountChurned: {
		collection: 'accounts',
		happening: 'transitioned',
		sortBy: 'updatedAt',
		query: { status: 'churned' },
		transitionField: 'churnedAt',
	},
	conversationCreated: { collection: 'conversations', ...created },
	conversationUpdated: { collection: 'conversations', ...updated },
	noteCreated: { collection: 'notes', ...created },
	noteUpdated: { collection: 'notes', ...updated },
	noteArchived: { collection: 'notes', ...archived },
	projectCreated: { collection: 'projects', ...created },
	projectUpdated: { collection: 'projects', ...updated },
	projectArchived: { collection: 'projects', ...archived },
} satisfies Record<string, Feed>;

export type TriggerOn = keyof typeof catalogue;

export const FEEDS: Readonly<Record<TriggerOn, Feed>> = catalogue;
