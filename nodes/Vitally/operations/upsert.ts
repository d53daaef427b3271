import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { additionalCollection } from '../fields/collections';
import { requiredId } from '../fields/readers';
import { createdRecords } from '../records/creation/createdRecords';
import {
	concurrentChangeError,
	createIdempotently,
	creationRequest,
} from '../records/creation/createIdempotently';
import { findExistingRecord, type ExistingRecord } from '../records/findExistingRecord';
import type { RecordLocation } from '../records/locate';
import { recordIndexOf } from '../records/recordIndex';
import { recordListOf, type RecordList } from '../records/recordList';
import { lockExternalId } from '../records/recordLocks';
import { externalIdField, isVitallyId, type RecordType } from '../records/recordType';
import { updateRecordIfFound } from '../records/updateRecord';
import type { Identity } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import {
	assertNotEmptyUpdate,
	bodyProperties,
	mapperColumns,
	newRecordBody,
	readBody,
	updateOptions,
	type BodyDefinition,
} from './body/bodyDefinition';
import type { BodyField } from './body/bodyField';
import type { OperationDefinition, WriteInfo } from './definition/operationDefinition';

interface UpsertDefinition extends Omit<WriteInfo, 'description'> {
	/** The body of a new record, which may include its external ID. */
	body: BodyDefinition;
	/**
	 * Changes or creates the record.
	 *
	 * @param fields the values of the record, without the external ID
	 * @returns the output of the item, with `created`
	 */
	run: (item: ItemContext, externalId: string, fields: IDataObject) => Promise<IDataObject>;
}

/** An operation that changes the record with an external ID, or creates it. */
export function defineUpsert(type: RecordType, definition: UpsertDefinition): OperationDefinition {
	const { above = [], below, options, run, adds, simpleFields, docsNote } = definition;
	const body = omitExternalId(definition.body);

	return {
		name: 'Create or Update',
		value: 'upsert',
		action: `Create or update ${type.noun}`,
		description: `Create a new ${type.noun}, or update the current one if it already exists (upsert)`,
		docsNote,
		endpoints: [`PUT ${type.path}/:id`, `POST ${type.path}`],
		returnsRecord: 'partial',
		adds: { ...adds, created: 'boolean' },
		simpleFields,
		columns: mapperColumns(body),
		fields: [
			...above,
			externalIdField(type),
			...bodyProperties(body, additionalCollection, below),
			updateOptions(body, options),
		],
		run: async (item) => {
			const externalId = requiredId(item, 'externalId', 'External ID');

			return await lockExternalId(item, type, externalId, async () => {
				const fields = await readBody(item, body, 'additionalFields');

				return [await run(item, externalId, fields)];
			});
		},
	};
}

/** The fields of a body without the external ID, which is a field above all others. */
function omitExternalId(body: BodyDefinition): BodyDefinition {
	const isOther = ({ property }: BodyField) => property.name !== 'externalId';

	return {
		...body,
		required: body.required?.filter(isOther),
		optional: body.optional?.filter(isOther),
	};
}

/**
 * Create or Update where an update by external ID is documented. The update is sent first, because it
 * cannot create a second record, whatever the service does with a POST of a known external ID. An external ID
 * in the form of a Vitally ID is looked up, because the path might lead to the record with this Vitally ID.
 */
export function upsertByPath(type: RecordType, body: BodyDefinition): OperationDefinition {
	return defineUpsert(type, {
		body,
		run: async (item, externalId, fields) => {
			assertNotEmptyUpdate(fields);

			const list = recordListOf(type);

			const find = async () => {
				if (!isVitallyId(externalId)) return { externalId };

				const index = await recordIndexOf(item, list);
				const record = await index.find(item, externalId);

				return record && { id: String(record.id) };
			};

			return await updateOrCreate(item, {
				list,
				externalId,
				fields,
				assertNew: body.assertNew,
				find,
			});
		},
	});
}

/** What names a record in the path of an update, and the record where it was read. */
type Found = Identity & Pick<ExistingRecord, 'record'>;

interface Upsert {
	list: RecordList;
	externalId: string;
	/** The values of the record, without the external ID. */
	fields: IDataObject;
	/** Values that a new record needs, unless `fields` contain others. */
	initial?: IDataObject;
	assertNew?: BodyDefinition['assertNew'];
	/** Finds the record, or what may name it; by default, see `findExistingRecord`. */
	find?: () => Promise<Found | undefined>;
	/**
	 * Changes a record that was found; by default, by one request with the fields.
	 *
	 * @returns the record as it is now, `undefined` when there is none
	 */
	changeExisting?: (existing: ExistingRecord) => Promise<IDataObject | undefined>;
}

/**
 * Changes the record with an external ID by its Vitally ID, or creates it after a look-up that found none,
 * where no update by external ID is documented. If another process creates it in the meantime, that record
 * is changed. The caller has locked the external ID (`lockExternalId`).
 *
 * @returns the output of the item, with `created`
 * @throws VitallyError when the record appears and disappears again in the meantime
 */
export async function updateOrCreate(item: ItemContext, upsert: Upsert): Promise<IDataObject> {
	const { list, externalId, fields, initial } = upsert;
	const found: Found | undefined = upsert.find
		? await upsert.find()
		: await findExistingRecord(item, list, externalId);
	const changed = found && (await changeFound(item, upsert, found));
	if (changed) return changed;

	const body = { externalId, ...initial, ...newRecordBody(item, fields) };

	upsert.assertNew?.(body);

	// The record that was found is gone: nothing that remembers it may keep the new one from being created.
	if (found?.id !== undefined) createdRecords.forget(found.id);

	const { isCreated, record } = await createIdempotently(item, creationRequest(list, body), list);

	if (isCreated) {
		const index = await recordIndexOf(item, list);

		index.replace(externalId, record);

		return { ...record, created: true };
	}

	const changedLater = await changeFound(item, upsert, { id: String(record.id), record });
	if (!changedLater) throw concurrentChangeError();

	return changedLater;
}

/** @returns the output of the item, `undefined` when the record is not there */
async function changeFound(
	item: ItemContext,
	{ list, fields, changeExisting }: Upsert,
	found: Found,
): Promise<IDataObject | undefined> {
	const record =
		changeExisting && found.id !== undefined
			? await changeExisting(found)
			: await updateRecordIfFound(item, locationOfFound(list, found), fields);

	return record && { ...record, created: false };
}

function locationOfFound({ noun, path }: RecordList, found: Found): RecordLocation {
	const segment = pathSegment(found.id ?? found.externalId, 'External ID');

	return { ...found, noun, path: `${path}/${segment}` };
}
