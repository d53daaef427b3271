import type { Resource } from '../operations/definition/types';
import type { RecordType } from '../records/recordType';
import { RESOURCES } from '../resources';
import { customObjectInstanceType } from '../resources/recordTypes';
import type { ResourceEvent } from './events/resourceEvents';
import type { Feed } from './scan/types';

/** An event that the trigger offers. */
export interface TriggerEvent {
	/** Value of 'Trigger On'. */
	name: string;
	displayName: string;
	description?: string;
	resource: Resource;
	/** Types of records whose nested lists it can watch. */
	scopes: RecordType[];
	feed: Feed;
}

/** All events, in the order of their names. */
export const EVENTS: readonly TriggerEvent[] = RESOURCES.flatMap((resource) =>
	(resource.events ?? []).map((event) => ({
		name: `${resource.name}${event.name}`,
		displayName: `${resource.label} ${event.label ?? event.name}`,
		description: event.description,
		resource,
		scopes: resource.scopes ?? [],
		feed: feedOfEvent(resource.collection ?? '', event),
	})),
);

/** @param collection last part of the path of the resource's list */
function feedOfEvent(collection: string, event: ResourceEvent): Feed {
	const { changeKind, query, lists, segments, transitionField } = event;
	const sortBy = changeKind === 'created' ? 'createdAt' : 'updatedAt';
	return { collection, changeKind, sortBy, query, lists, segments, transitionField };
}

/** Whether 'Watch' can limit it to some changes. */
export function isWatchable({ feed }: TriggerEvent): boolean {
	return feed.changeKind === 'updated' && !feed.segments;
}

/** Whether its records are instances of a custom object, which are in the list of that object. */
export function isOfCustomObject({ resource }: TriggerEvent): boolean {
	return resource.name === customObjectInstanceType.name;
}

export function findEvent(name: unknown): TriggerEvent | undefined {
	return EVENTS.find((event) => event.name === name);
}

/** The names of some events, for `displayOptions`. */
export function eventNames(isIncluded: (event: TriggerEvent) => boolean): string[] {
	return EVENTS.filter(isIncluded).map(({ name }) => name);
}
