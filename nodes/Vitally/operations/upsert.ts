import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { additionalCollection } from '../fields/collections';
import { dryRunOption } from '../run/dryRun';
import { emptyValuesOption } from '../fields/emptyValues';
import { optionsField } from '../fields/options';
import { VitallyError } from '../errors/vitallyError';
import { externalIdField, requiredText } from '../fields/text';
import { traitsToClearField } from '../fields/traits/traits';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { writtenRecordOf } from '../transport/records';
import {
	bodyOptions,
	bodyProperties,
	mapperColumns,
	newRecordBody,
	readBody,
	type BodyDefinition,
} from './body/bodyDefinition';
import { createOnce, type Creation } from './createOnce';
import {
	findByExternalId,
	findNewByExternalId,
	lookUpIn,
	lookUpOf,
	readsByExternalId,
	type Collection,
	type Found,
} from './externalIds';
import { lockExternalId, type RecordType } from './recordType';
import type { OperationDefinition } from './definition/types';

interface UpsertRow extends Pick<OperationDefinition, 'adds' | 'columns' | 'reads' | 'remark'> {
	/** Fields above the external ID. */
	above?: INodeProperties[];
	/** Fields below the external ID. */
	fields: INodeProperties[];
	hasTraits: boolean;
	options?: INodeProperties[];
	/** @returns the item, which says under `created` what happened */
	run: (item: ItemContext, externalId: string) => Promise<IDataObject>;
}

/** The row of an operation that changes the record with an external ID, or makes it. */
export function upsertRow(
	type: RecordType,
	{ above = [], fields, hasTraits, options = [], run, adds, columns, reads, remark }: UpsertRow,
): OperationDefinition {
	return {
		name: 'Create or Update',
		value: 'upsert',
		action: `Create or update ${type.noun}`,
		description: `Create a new ${type.noun}, or update the current one if it already exists (upsert)`,
		remark,
		endpoints: [`PUT ${type.path}/:id`, `POST ${type.path}`],
		reads: reads ?? readsByExternalId(type),
		adds: { ...adds, created: 'boolean' },
		columns,
		fields: [
			...above,
			externalIdField,
			...fields,
			optionsField([
				dryRunOption,
				emptyValuesOption,
				...(hasTraits ? [traitsToClearField] : []),
				...options,
			]),
		],
		run: async (item) => {
			const externalId = requiredText(item, 'externalId', 'External ID');
			return await lockExternalId(item, type, externalId, async () => [
				await run(item, externalId),
			]);
		},
	};
}

/**
 * Create or Update where the path of one record takes external IDs for certain. The update comes first:
 * it cannot make a second record, whatever the service does with a POST of a known external ID.
 */
export function upsertByPath(type: RecordType, spec: BodyDefinition): OperationDefinition {
	return upsertRow(type, {
		fields: bodyProperties(spec, additionalCollection),
		hasTraits: Boolean(spec.hasTraits),
		options: bodyOptions(spec),
		columns: mapperColumns(spec.optional ?? []),
		run: async (item, externalId) => {
			const path = `${type.path}/${pathSegment(externalId, 'External ID')}`;
			const body = await readBody(item, spec, 'additionalFields');
			const update: ServiceRequest = { method: 'PUT', path, body, handledStatuses: [404] };
			const updated = await item.send(update);
			if (updated.status !== 404) return { ...writtenRecordOf(updated, update), created: false };

			const newBody = { externalId, ...newRecordBody(item, body) };
			spec.assertNew?.(newBody);
			const create: ServiceRequest = { method: 'POST', path: type.path, body: newBody };
			const creation = await createOnce(item, create, lookUpOf(type));
			if (creation.outcome === 'created') return { ...creation.record, created: true };

			// Somebody else may have created the record since. If there is none, the values were refused.
			const updatedAfterAll = await item.send(update);
			if (updatedAfterAll.status !== 404) {
				return { ...writtenRecordOf(updatedAfterAll, update), created: false };
			}
			throw notCreatedError(item, creation, create);
		},
	});
}

interface Upsert {
	/** One record in running text. */
	noun: string;
	collection: Collection;
	externalId: string;
	/**
	 * Changes the record that is there.
	 *
	 * @returns the item, or `undefined` when the record is gone
	 */
	update: (found: Found) => Promise<IDataObject | undefined>;
	/** Makes the record. */
	create: ServiceRequest;
}

/**
 * Changes the record with an external ID, or makes it, where a path may not take external IDs. A record
 * that was found is changed by the service's ID; a creation leaves only after a look-up proved that
 * there is none, and one that the service refuses, because somebody else was faster, ends in the change.
 *
 * The caller keeps items of one external ID apart (`lock`).
 *
 * @returns the item, which says under `created` what happened
 */
export async function updateOrCreate(
	item: ItemContext,
	{ noun, collection, externalId, update, create }: Upsert,
): Promise<IDataObject> {
	const change = async (there: Found) => {
		const record = await update(there);
		return record && { ...record, created: false };
	};
	const { found, index } = await findByExternalId(item, collection, externalId);
	const changed = found && (await change(found));
	if (changed) return changed;

	const creation = await createOnce(item, create, lookUpIn(noun, collection));
	if (creation.outcome === 'created') {
		const { record } = creation;
		if (typeof record.id === 'string') index?.ids.set(externalId, record.id);
		return { ...record, created: true };
	}
	const rival =
		creation.outcome === 'taken'
			? { id: String(creation.record.id), record: creation.record }
			: await findNewByExternalId(item, collection, externalId, index);
	const changedAfterAll = rival && (await change(rival));
	if (!changedAfterAll) throw notCreatedError(item, creation, create);
	return changedAfterAll;
}

function notCreatedError(item: ItemContext, creation: Creation, create: ServiceRequest): Error {
	if (creation.outcome === 'rejected') return item.apiError(creation.response, create);
	return new VitallyError(
		'The record came and went while it was to be changed',
		'Someone else is working on the same External ID. Run the item again.',
	);
}
