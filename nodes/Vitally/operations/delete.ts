import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import { optionsField } from '../fields/collections';
import { switchProperty } from '../fields/properties';
import { readSwitch } from '../fields/readers';
import { dryRunOption } from '../fields/writeOptions';
import { createdRecords } from '../records/createdRecords';
import { locateByEitherId, type Locate, type RecordLocation, lockRecord } from '../records/locate';
import { requiredLocator, type RecordType } from '../records/recordType';
import { optionalRecordFrom } from '../transport/responses';
import { omitUndefined } from '../values/json';
import type { OperationDefinition, OperationInfo } from './definition/operationDefinition';

interface Delete extends OperationInfo {
	description: string;
	/** What a deletion that cannot be undone deletes too; follows "with". The user has to confirm it. */
	contents?: string;
	/** By default, either ID in the path. */
	locate?: Locate;
	body?: (located: RecordLocation) => IDataObject;
	query?: (item: ItemContext) => IDataObject;
}

const confirmation = switchProperty('Confirm Permanent Delete', 'confirmPermanentDelete', {
	description: 'Whether to permanently delete it with all its data. This cannot be undone.',
});

/** Deletes or archives one record, whichever the service does for the type. */
export function deleteOne(type: RecordType, definition: Delete): OperationDefinition {
	const { locate = locateByEitherId(type), contents, above = [], options = [] } = definition;

	return {
		name: 'Delete',
		value: 'delete',
		action: `Delete ${type.noun}`,
		description: definition.description,
		docsNote: contents === undefined ? definition.docsNote : "Requires 'Confirm Permanent Delete'.",
		endpoints: [`DELETE ${type.path}/:id`],
		adds: {
			deleted: 'boolean',
			id: 'string',
			...(type.externalIds && { externalId: 'string?' as const }),
		},
		fields: [
			...above,
			requiredLocator(type),
			...(contents === undefined ? [] : [confirmation]),
			optionsField([dryRunOption, ...options]),
		],
		run: lockRecord(type, async (item) => {
			if (contents !== undefined) assertConfirmed(item, type, contents);

			const query = definition.query?.(item);
			const located = await locate(item);
			const { path, explain, wasRead, id, externalId } = located;
			const response = await item.send({
				method: 'DELETE',
				path,
				query,
				body: definition.body?.(located),
				explain,
				wasRead,
				target: located,
			});

			optionalRecordFrom(response);
			if (id !== undefined) createdRecords.forget(id);

			const named = type.externalIds && { externalId: externalId ?? null };

			return [omitUndefined({ deleted: true, id, ...named })];
		}),
	};
}

function assertConfirmed(item: ItemContext, { noun }: RecordType, contents: string): void {
	if (readSwitch(item, confirmation)) return;

	throw new VitallyError(
		`The ${noun} is not deleted, because 'Confirm Permanent Delete' is off`,
		`This would permanently delete the ${noun} with ${contents} and cannot be undone. Turn on 'Confirm Permanent Delete' to continue.`,
		{ field: confirmation.displayName },
	);
}
