import type { Clock } from '../clock.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { idSequence, type IssuedIds } from './ids.cts';
import type { ProjectStatus } from './projectTemplates.cts';
import type { Resource } from './resource.cts';
import { KINDS } from './resources.cts';
import type { Kind, RESOURCES } from './resources.cts';
import type { Row } from './row.cts';
import { Table } from './table.cts';

/** What the document leaves open, and a sandbox may be told. */
export interface StateOptions {
	/** What a POST with a known external id does; `refuse` unless told. */
	duplicateExternalId?: DuplicateExternalId;
	/** Whether projects show `updatedAt`; the document's do not (docs/service.md, Project). */
	projectsShowUpdatedAt?: boolean;
}

/** A table for each kind of record, under the name that it has in `RESOURCES`. */
type Tables = {
	readonly [Name in Kind]: (typeof RESOURCES)[Name] extends Resource<infer T> ? Table<T> : never;
};

/** Everything the service remembers. The files beside this one say what may happen to it. */
export interface ServiceState extends Tables {
	/** No endpoint lists them (docs/public-facts.md, 4.9). */
	readonly projectStatuses: Table<ProjectStatus>;
	/** Analytics messages that were counted already, by `messageId` or by their whole text. */
	readonly receivedMessages: Set<string>;
	readonly duplicateExternalId: DuplicateExternalId;
	readonly views: { projectsShowUpdatedAt: boolean };
	/**
	 * `accountMessagesBlocked`: every account message is answered 400 (docs/service.md, Analytics
	 * API: account message).
	 */
	readonly analytics: { accountMessagesBlocked: boolean };
	readonly ids: IssuedIds;
	newId(): string;
	/** The time now, as the service writes it: ISO 8601 UTC. */
	now(): string;
	/** The fields that every new record starts with. */
	newRow(): Row;
	/** How many records of each kind there are. */
	counts(): Record<string, number>;
}

/** A state without records. */
export function emptyState(
	clock: Clock,
	{ duplicateExternalId = 'refuse', projectsShowUpdatedAt = false }: StateOptions = {},
): ServiceState {
	const tables = {
		...(Object.fromEntries(
			KINDS.map(([kind, resource]) => [kind, new Table(resource)]),
		) as unknown as Tables),
		projectStatuses: new Table<ProjectStatus>(),
	};
	const ids = { issued: 0 };
	const newId = idSequence(ids);
	const now = () => new Date(clock()).toISOString();
	return {
		...tables,
		receivedMessages: new Set(),
		duplicateExternalId,
		views: { projectsShowUpdatedAt },
		analytics: { accountMessagesBlocked: false },
		ids,
		newId,
		now,
		newRow: () => {
			const createdAt = now();
			return { id: newId(), createdAt, updatedAt: createdAt };
		},
		counts: () =>
			Object.fromEntries(Object.entries(tables).map(([kind, { size }]) => [kind, size])),
	};
}
