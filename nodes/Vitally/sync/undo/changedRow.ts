import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { readBoolean } from '../../fields/readers';
import { pathSegment } from '../../transport/records';
import { buildTraits } from '../../values/buildTraits';
import { isEmpty } from '../../values/emptyValues';
import { assertDepth, parseJson, isPlainObject } from '../../values/json';
import { traitKey, type Changes } from '../differences';

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
 * @param fields that Sync writes, other than traits
 * @param timeZone IANA zone of the workflow
 * @throws VitallyError for any other item, and for a field or trait that Sync does not write
 */
export function readChangedRow(
	index: number,
	json: IDataObject,
	fields: readonly string[],
	timeZone: string,
): ChangedRow {
	const { result, name = null, externalId = null } = json;
	const id = typeof json.id === 'string' ? json.id : '';
	const row = { index, name, externalId, id, changedFields: {} };
	// Where Sync continues on errors, n8n's error item replaces that of a failed row.
	const reason = result === 'failed' ? json.reason : json.error;
	if (result === 'failed' || (result === undefined && typeof reason === 'string')) {
		return { ...row, result: 'failed', reason: String(reason ?? '') };
	}
	const isWrite = result === 'created' || result === 'updated';
	if (NOT_WRITTEN.includes(result) || (isWrite && readDryRun(json))) {
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
	assertWritable(changedFields, fields, timeZone);
	return { ...row, result, changedFields };
}

/** A cell of a table that was stored is text, and empty where the item has no such field. */
function readDryRun({ dryRun }: IDataObject): boolean {
	const param = () => (isEmpty(dryRun) ? undefined : dryRun);
	return readBoolean({ param }, { parameter: 'dryRun', label: 'dryRun' }, false);
}

/** @returns `undefined` for anything but an object of old and new values, or its JSON */
function readChangedFields(value: unknown): Changes | undefined {
	const fields = typeof value === 'string' ? parseJson(value, 'changedFields') : value;
	assertDepth(fields, 'changedFields');
	if (!isPlainObject(fields)) return undefined;
	const areChanges = Object.values(fields).every(
		(change) =>
			isPlainObject(change) && Object.hasOwn(change, 'old') && Object.hasOwn(change, 'new'),
	);
	return areChanges ? (fields as unknown as Changes) : undefined;
}

/** @throws VitallyError for a field that Sync does not write, and a trait that cannot be sent */
function assertWritable(changes: Changes, fields: readonly string[], timeZone: string): void {
	for (const [name, { old }] of Object.entries(changes)) {
		const key = traitKey(name);
		if (key === undefined) {
			if (fields.includes(name)) continue;
			throw new VitallyError(
				`'${name}' is no field that a Sync changes`,
				"Remove it from the 'changedFields' of the item. Nothing was written.",
			);
		}
		// As own properties, whatever the names are.
		const json = Object.fromEntries([[key, old]]);
		buildTraits({ json, emptyValues: 'send' }, timeZone);
	}
}
