import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import { optionsField } from '../fields/collections';
import { switchProperty } from '../fields/properties';
import { readSwitch } from '../fields/readers';
import { dryRunOption } from '../fields/writeOptions';
import { createdRecords } from '../records/creation/createdRecords';
import { locateByEitherId, type Locate, type RecordLocation } from '../records/locate';
import { lockRecord } from '../records/recordLocks';
import { requiredLocator, type RecordType } from '../records/recordType';
import { optionalRecordFrom } from '../transport/responses';
import { omitUndefined } from '../values/json/json';
import type { OperationDefinition, OperationInfo } from './definition/operationDefinition';

interface Delete extends OperationInfo {
	description: string;
	/** What a deletion that cannot be undone deletes too; follows "with". The user has to confirm it. */
	contents?: string;
	/** Finds the path of the record; by default, either ID is in it. */
	locate?: Locate;
	body?: (located: RecordLocation) => IDataObject;
	query?: (item: ItemContext) => IDataObject;
}

const DELETED_RECORD = { deleted: 'boolean', id: 'string' } as const;

const confirmation = switchProperty('Confirm Permanent Delete', 'confirmPermanentDelete', {
	description: 'Whether to permanently delete it with all its data. This cannot be undone.',
});

/** Deletes or archives one record, whichever the service does for the type. */
export function deleteOne(type: RecordType, definition: Delete): OperationDefinition {
	const { locate = locateByEitherId, contents, above = [], options = [] } = definition;
	const needsConfirmation = contents !== undefined;
	const fields = [...above, requiredLocator(type)];
	if (needsConfirmation) fields.push(confirmation);

	fields.push(optionsField([dryRunOption, ...options]));

	return {
		name: 'Delete',
		value: 'delete',
		action: `Delete ${type.noun}`,
		description: definition.description,
		docsNote: needsConfirmation
			? "You have to turn on 'Confirm Permanent Delete'."
			: definition.docsNote,
		endpoints: [`DELETE ${type.path}/:id`],
		adds: type.externalIds ? { ...DELETED_RECORD, externalId: 'string?' } : DELETED_RECORD,
		fields,
		run: lockRecord(type, async (item, selection) => {
			if (contents !== undefined) assertConfirmed(item, type, contents);

			const query = definition.query?.(item);
			const located = await locate(item, type, selection);
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

			// Throws for what is no response of the service, such as the page of a proxy.
			optionalRecordFrom(response);
			if (id !== undefined) createdRecords.forget(id);

			const shownExternalId = type.externalIds ? (externalId ?? null) : undefined;

			return [omitUndefined({ deleted: true, id, externalId: shownExternalId })];
		}),
	};
}

/** @throws VitallyError unless a person has turned on the switch: one that a model turns on confirms nothing */
function assertConfirmed(item: ItemContext, { noun }: RecordType, contents: string): void {
	if (item.isTool && item.isExpression?.(confirmation.name)) {
		throw new VitallyError(
			`The ${noun} is not deleted, because 'Confirm Permanent Delete' is an expression`,
			`A person has to turn on 'Confirm Permanent Delete' in the tool: a model cannot confirm it. It would permanently delete the ${noun} with ${contents} and cannot be undone.`,
			{ field: confirmation.displayName },
		);
	}

	if (readSwitch(item, confirmation)) return;

	throw new VitallyError(
		`The ${noun} is not deleted, because 'Confirm Permanent Delete' is off`,
		`This would permanently delete the ${noun} with ${contents} and cannot be undone. Turn on 'Confirm Permanent Delete' to continue.`,
		{ field: confirmation.displayName },
	);
}
