import type { Resource } from '../operations/definition/operationDefinition';
import type { ResourceEvent } from '../operations/definition/resourceEvent';
import type { RecordType } from '../records/recordType';
import { RESOURCES } from '../resources';
import { RECORD_TYPES } from '../resources/recordTypes';
import type { Feed } from './scan/types';

export interface TriggerEvent extends Pick<ResourceEvent, 'description' | 'preset'> {
	/** Value of 'Trigger On'. */
	name: string;
	displayName: string;
	/** Text in the node browser. */
	action: string;
	resource: Resource;
	/** Types of records whose nested lists it can watch. */
	scopes: RecordType[];
	feed: Feed;
}

/** All events, in the order of their names. */
export const EVENTS: readonly TriggerEvent[] = RESOURCES.flatMap((resource): TriggerEvent[] =>
	(resource.events ?? []).map(({ name, label = name, action, description, preset, ...feed }) => {
		const displayName = `${resource.label} ${label}`;
		const inText = displayName.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

		return {
			name: `${resource.name}${name}`,
			displayName,
			action: action ?? `On ${inText}`,
			description,
			preset,
			resource,
			scopes: resource.scopes ?? [],
			feed: {
				collection: resource.collection ?? '',
				sortBy: feed.changeKind === 'created' ? 'createdAt' : 'updatedAt',
				...feed,
			},
		};
	}),
).sort((a, b) => a.displayName.localeCompare(b.displayName));

/** What several records of an event are called. */
export function pluralOf({ resource }: TriggerEvent): string {
	return RECORD_TYPES.find(({ name }) => name === resource.name)?.plural ?? 'records';
}

export function isWatchable({ feed, preset }: TriggerEvent): boolean {
	return feed.changeKind === 'updated' && !feed.segments && !feed.onlyReplies && !preset;
}

export function findEvent(name: unknown): TriggerEvent | undefined {
	return EVENTS.find((event) => event.name === name);
}

/** The names of some events, for `displayOptions`. */
export function eventNames(isIncluded: (event: TriggerEvent) => boolean): string[] {
	return EVENTS.filter(isIncluded).map(({ name }) => name);
}
