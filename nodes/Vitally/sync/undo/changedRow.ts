import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { pathSegment } from '../../transport/records';
import { parseJson, isPlainObject } from '../../values/json';
import type { Changes } from '../differences';

/** What Sync did for one row: an input item of Undo Sync. */
export interface ChangedRow {
	/** Of the input item. */
	index: number;
	result: 'created' | 'updated' | 'unchanged' | 'failed';
	name: unknown;
	externalId: unknown;
	/** The Vitally ID, which every updated record has; otherwise it may be empty. */
	id: string;
	/** Of an update. */
	changedFields: Changes;
	/** Why the row failed. */
	reason?: string;
}

/** Results of rows for which Sync writes nothing. */
const NOT_WRITTEN: unknown[] = ['unchanged', 'missing', 'notInTable'];

/**
 * @param index of the input item
 * @param json of an item of 'Changed Records', also after it was stored as text
 * @throws VitallyError for any other item
 */
export function readChangedRow(index: number, json: IDataObject): ChangedRow {
	const { result, name = null, externalId = null } = json;
	const id = typeof json.id === 'string' ? json.id : '';
	const row = { index, name, externalId, id, changedFields: {} };
	// Where Sync continues on errors, n8n's error item replaces that of a failed row.
	const reason = result === 'failed' ? json.reason : json.error;
	if (result === 'failed' || (result === undefined && typeof reason === 'string')) {
		return { ...row, result: 'failed', reason: String(reason ?? '') };
	}
	const isWrite = result === 'created' || result === 'updated';
	if (NOT_WRITTEN.includes(result) || (isWrite && json.dryRun === true)) {
		return { ...row, result: 'unchanged' };
	}
	if (result === 'created') return { ...row, result };
	const changedFields = readChangedFields(json.changedFields);
	if (result !== 'updated' || id === '' || !changedFields) {
		throw new VitallyError(
			"The input item is not one of the 'Changed Records' of a Sync",
			"Set 'Output' of the Sync to 'Changed Records', and connect its items, or those that you stored. Each has 'result', 'id' and 'changedFields'. Nothing was written.",
		);
	}
	pathSegment(id, 'id');
	return { ...row, result, changedFields };
}

/** @returns `undefined` for anything but an object of old and new values, or its JSON */
function readChangedFields(value: unknown): Changes | undefined {
	const fields = typeof value === 'string' ? parseJson(value) : value;
	if (!isPlainObject(fields)) return undefined;
	const areChanges = Object.values(fields).every(
		(change) => isPlainObject(change) && 'old' in change && 'new' in change,
	);
	return areChanges ? (fields as unknown as Changes) : undefined;
}
