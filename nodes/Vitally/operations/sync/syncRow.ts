import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { externalIdField, requiredText } from '../../fields/text';
import { DryRunPreview } from '../../run/dryRun';
import type { ItemContext } from '../../run/operation';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { answeredRecordOf } from '../../transport/records';
import { resolveBody, readValues, type BodyDefinition } from '../body/bodyDefinition';
import { createOnce } from '../createOnce';
import type { ExternalIdLookUp } from '../externalIds';
import { changedRecord, differencesOf, shownFields, type ShownFields } from './differences';
import { createsMissing } from './options';
import type { RecordSource } from './recordReader';
import type { RowResult } from './tally';

/** How records of one kind are kept in step with a table. */
export interface SyncSpec extends BodyDefinition, ShownFields {
	/** The fields without which the service makes no record. */
	neededToCreate?: readonly string[];
	/** Where the records are; asked of each row, since an expression may name another place for each. */
	source(item: ItemContext): RecordSource | Promise<RecordSource>;
	/** How a creation whose answer got lost is looked for. */
	lookUp(source: RecordSource): ExternalIdLookUp;
	/** What a status of a creation means, where the general text would say too little. */
	explain?: (item: ItemContext, body: IDataObject) => ServiceRequest['explain'];
}

/** What of a record is compared with rows. */
export function shownBy(spec: SyncSpec, record: IDataObject): IDataObject {
	const fields = [...(spec.required ?? []), ...(spec.optional ?? [])];
	const names = fields.map(({ property }) => property.name);
	return shownFields(record, names, spec);
}

/** A row of the table, read and checked. */
export interface Row {
	index: number;
	item: ItemContext;
	externalId: string;
	/** Where its record is. */
	source: RecordSource;
	/** What the record is to have; IDs that have to be looked up are a `LookUp`. */
	values: Record<string, unknown>;
}

/** @throws VitallyError for a row without one */
export function externalIdOf(item: ItemContext): string {
	return requiredText(item, externalIdField.name, externalIdField.displayName);
}

/** @throws VitallyError for a row that cannot be sent */
export async function readRow(
	place: { index: number; externalId: string },
	item: ItemContext,
	spec: SyncSpec,
): Promise<Row> {
	pathSegment(place.externalId, externalIdField.displayName);
	const values = readValues(item, spec, 'additionalFields');
	return { ...place, item, values, source: await spec.source(item) };
}

/** What became of a row, and the record as it is now. */
export interface SyncedRow extends RowResult {
	record: IDataObject | undefined;
}

/**
 * Brings one record in step with its row: creates it where there is none, or writes what differs.
 *
 * @param known what `shownBy` gives of the record, `undefined` where there is none
 * @throws VitallyError when the service does not take the row, or nobody knows whether it did
 */
export async function syncRow(
	{ item, externalId, values, source }: Row,
	known: IDataObject | undefined,
	spec: SyncSpec,
): Promise<SyncedRow> {
	const { path } = source.list;
	const body = await resolveBody(item, values);
	const changed = known && (await update(known));
	return changed ?? (await create());

	/** @returns `undefined` when the record is gone */
	async function update(record: IDataObject): Promise<SyncedRow | undefined> {
		const id = typeof record.id === 'string' ? record.id : undefined;
		const { body: changes, changedFields } = differencesOf(record, body, spec);
		if (Object.keys(changes).length === 0) {
			return { result: 'unchanged', id, record, isDryRun: false };
		}
		const request: ServiceRequest = {
			method: 'PUT',
			path: `${path}/${pathSegment(id ?? externalId, externalIdField.displayName)}`,
			body: changes,
			handledStatuses: [404],
		};
		const sent = await unlessDryRun(async () => await item.send(request));
		if (sent !== DRY_RUN && sent.status === 404) return undefined;
		const isDryRun = sent === DRY_RUN;
		const answer = isDryRun ? undefined : answeredRecordOf(sent, request);
		const after = changedRecord(record, changes, answer && shownBy(spec, answer));
		return { result: 'updated', id, changedFields, record: after, isDryRun };
	}

	async function create(): Promise<SyncedRow> {
		if (!createsMissing(item)) return { result: 'missing', record: undefined, isDryRun: false };
		// A new record has nothing to clear.
		const newBody = { externalId, ...differencesOf({}, body, spec).body };
		assertComplete(newBody, spec);
		spec.assertNew?.(newBody);
		const request: ServiceRequest = {
			method: 'POST',
			path,
			body: newBody,
			explain: spec.explain?.(item, newBody),
		};
		const creation = await unlessDryRun(
			async () => await createOnce(item, request, spec.lookUp(source)),
		);
		if (creation === DRY_RUN) return { result: 'created', record: newBody, isDryRun: true };
		if (creation.outcome === 'rejected') throw item.apiError(creation.response, request);
		const { record } = creation;
		if (creation.outcome === 'created') {
			const id = typeof record.id === 'string' ? record.id : undefined;
			const after = changedRecord(newBody, {}, shownBy(spec, record));
			return { result: 'created', id, record: after, isDryRun: false };
		}
		const changedAfterAll = await update(shownBy(spec, record));
		if (changedAfterAll) return changedAfterAll;
		throw new VitallyError(
			'The record came and went while it was to be changed',
			'Someone else is working on the same External ID. Run the item again.',
		);
	}
}

const DRY_RUN = Symbol('dry run');

/** Whether a write may leave is decided where all requests leave. */
async function unlessDryRun<T>(write: () => Promise<T>): Promise<T | typeof DRY_RUN> {
	return await write().catch((error: unknown) => {
		if (error instanceof DryRunPreview) return DRY_RUN;
		throw error;
	});
}

function assertComplete(body: IDataObject, { required = [], neededToCreate = [] }: SyncSpec): void {
	const missing = neededToCreate.find((name) => body[name] === undefined);
	if (missing === undefined) return;
	const label = required.find(({ property }) => property.name === missing)?.property.displayName;
	throw new VitallyError(
		`The field '${label ?? missing}' is empty`,
		`Vitally has no record with this External ID, and creates none without a value for '${label ?? missing}'.`,
	);
}
