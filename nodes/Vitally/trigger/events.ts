import type { RecordType } from '../operations/recordType';
import type { Resource } from '../operations/resource';
import { RESOURCES } from '../resources';
import type { Feed } from './feed/feed';

/** An event that the trigger offers. */
export interface TriggerEvent {
	/** Value of 'Trigger On'. */
	name: string;
	displayName: string;
	description?: string;
	resource: Resource;
	/** Kinds of records whose own lists it can watch. */
	scopes: RecordType[];
	feed: Feed;
}

/** All events, in the order of their names. */
export const EVENTS: readonly TriggerEvent[] = RESOURCES.flatMap((resource) =>
	(resource.events ?? []).map(({ name, description, happening, query, transitionField }) => ({
		name: `${resource.name}${name}`,
		displayName: `${resource.label} ${name}`,
		description,
		resource,
		scopes: resource.scopes ?? [],
		feed: {
			collection: resource.collection ?? '',
			happening,
			sortBy: happening === 'created' ? ('createdAt' as const) : ('updatedAt' as const),
			query,
			transitionField,
		},
	})),
);

/** The feed of an event by its name; `undefined` when there is none. */
export function eventOf(name: unknown): TriggerEvent | undefined {
	return EVENTS.find((event) => event.name === name);
}
