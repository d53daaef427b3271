import type { Clock } from '../clock.cts';
import type { AnalyticsType, TrackedEvent } from './analytics.cts';
import type { TraitDefinition } from './customFields.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { idSequence, type IssuedIds } from './ids.cts';
import type { ProjectStatus } from './projectTemplates.cts';
import type { Resource } from './resource.cts';
import { KINDS } from './resources.cts';
import type { Kind, RESOURCES } from './resources.cts';
import type { Row } from './row.cts';
import type { SurveyQuestion, SurveyResponse } from './surveys.cts';
import { Table } from './table.cts';
import type { Transcript } from './transcripts.cts';

/** What the document leaves open, as options of a sandbox. */
export interface StateOptions {
	/** What a POST with a known external id does; `reject` by default. */
	duplicateExternalId?: DuplicateExternalId;
}

/** Tables of records that have no standard list. */
interface OtherTables {
	/** No endpoint lists them (docs/internal/public-facts.md, 4.9). */
	readonly projectStatuses: Table<ProjectStatus>;
	/** Those of custom objects are in their definitions. */
	readonly traitDefinitions: Table<TraitDefinition>;
	readonly transcripts: Table<Transcript>;
	readonly surveyResponses: Table<SurveyResponse>;
	readonly surveyQuestions: Table<SurveyQuestion>;
}

/** A table for each kind of record, under the name that it has in `RESOURCES`. */
type Tables = {
	readonly [Name in Kind]: (typeof RESOURCES)[Name] extends Resource<infer T> ? Table<T> : never;
};

/** Everything the service remembers. The other files of this folder change it. */
export interface ServiceState extends Tables, OtherTables {
	/** Analytics messages that were counted already, by `messageId` or by their whole text. */
	readonly receivedMessages: Set<string>;
	readonly duplicateExternalId: DuplicateExternalId;
	/** Messages of these types are answered 400 (docs/internal/service.md, Analytics API: account message). */
	readonly blockedMessages: Set<AnalyticsType>;
	/** Those of track messages, in their order; nothing shows them over REST. */
	readonly events: TrackedEvent[];
	readonly ids: IssuedIds;
	newId(): string;
	/** The time now, as the service writes it: ISO 8601 UTC. */
	now(): string;
	/** The fields that every new record starts with. */
	newRow(): Row;
	/** Every table, always in the same order. */
	tables(): Table<Row>[];
	/** How many records of each kind there are. */
	counts(): Record<string, number>;
}

/** Returns a state without records. */
export function emptyState(clock: Clock, options: StateOptions = {}): ServiceState {
	const tables = { ...emptyTables(), ...emptyOtherTables() };
	const ids = { issued: 0 };
	const newId = idSequence(ids);
	const now = () => new Date(clock()).toISOString();

	return {
		...tables,
		receivedMessages: new Set(),
		duplicateExternalId: options.duplicateExternalId ?? 'reject',
		blockedMessages: new Set(),
		events: [],
		ids,
		newId,
		now,
		newRow: () => {
			const createdAt = now();

			return { id: newId(), createdAt, updatedAt: createdAt };
		},
		tables: () => Object.values(tables) as unknown as Table<Row>[],
		counts: () =>
			Object.fromEntries(Object.entries(tables).map(([kind, { size }]) => [kind, size])),
	};
}

function emptyTables(): Tables {
	const tables = KINDS.map(([kind, resource]) => [kind, new Table(resource)]);

	return Object.fromEntries(tables) as Tables;
}

function emptyOtherTables(): OtherTables {
	return {
		projectStatuses: new Table(),
		traitDefinitions: new Table(),
		transcripts: new Table(),
		surveyResponses: new Table(),
		surveyQuestions: new Table(),
	};
}
