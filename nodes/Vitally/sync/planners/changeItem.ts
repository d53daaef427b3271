import type { IDataObject } from 'n8n-workflow';

import { formatValue } from '../../errors/formatValue';
import { VitallyError } from '../../errors/vitallyError';
import { isVitallyId } from '../../records/recordType';
import { pathSegment } from '../../transport/pathSegment';
import { isEmpty } from '../../values/emptyValues';
import { assertDepth, parseJson, isPlainObject } from '../../values/json/json';
import { parseDecimal } from '../../values/numbers';
import { readText } from '../../values/text';
import { buildTraits } from '../../values/traits/buildTraits';
import { traitKeyOf } from '../../values/traits/traitName';
import type { Changes } from '../changes';
import { stringOrUndefined, type RecordSpec } from '../plan';
import type { Direction } from './direction';

/** A change that Sync or Sync: Apply Changes planned or made: an input item of Sync: Apply Changes and Sync: Undo. */
export interface ChangeItem {
	kind: 'create' | 'update' | 'none' | 'failed';
	name?: string;
	externalId?: string;
	id?: string;
	changes: Changes;
	/** The external ID that the changes of a new record have. */
	newExternalId?: string;
	reason?: string;
}

const RESULTS: Record<ChangeItem['kind'], readonly string[]> = {
	create: ['created', 'wouldCreate'],
	update: ['updated', 'wouldUpdate', 'applied', 'alreadyApplied', 'changedSince'],
	none: ['unchanged', 'missing', 'notInTable', 'skipped'],
	failed: ['failed'],
};

const KINDS = Object.keys(RESULTS) as Array<ChangeItem['kind']>;

/** An object that was stored as text without JSON: its values are lost. */
const OBJECT_AS_TEXT = String({});

/**
 * Says how the items of a Sync get past a form, which returns items of its own. Without the Filter node, a refusal
 * would write them, too.
 */
export const AFTER_A_FORM =
	"After a form, add a Filter node that keeps only approvals. Then add a Merge node: set it to 'Choose Branch', and 'Use Data of Input' to the input from Sync.";

/**
 * Reads the JSON of an item of 'Changed Records', also after it was stored as text. What is empty in a table counts as
 * missing.
 *
 * @param place see `RecordSpec.placeOf`
 * @throws VitallyError for any other item, and for a change of another kind of record
 */
export function readChangeItem(
	stored: IDataObject,
	{ type }: Pick<RecordSpec, 'type'>,
	place: IDataObject,
	direction: Direction,
): ChangeItem {
	const json = rowIn(stored);
	const { result = '', name, externalId, id, reason } = readColumns(json);

	// This is an error item of n8n's that contains no row.
	if (result === '' && typeof json.error === 'string') {
		return { kind: 'failed', changes: {}, reason: json.error };
	}

	const resultKind = kindOfResult(result);
	if (resultKind === undefined || isEmpty(json.resource)) throw notChangeError(json);

	const changes = readChanges(json.changedFields);
	// A row that failed before it was known where its record belongs has no place.
	const isBeforePlace = resultKind === 'failed' && changes === undefined;
	const expectedPlace = isBeforePlace ? {} : place;

	assertPlace(json, { resource: type.name, ...expectedPlace });
	if (json.changedFields === OBJECT_AS_TEXT) throw notChangeError(json);

	const item: ChangeItem = {
		kind: resultKind,
		name,
		externalId,
		id,
		changes: changes ?? {},
		reason,
	};
	const hasChanges = Object.keys(item.changes).length > 0;

	// Sync: Apply Changes also returns a row that it left as it was.
	if (result === 'changedSince' && !hasChanges) item.kind = 'none';

	// What a failed row was to change may be in Vitally nevertheless.
	if (item.kind === 'failed' && hasChanges && direction.includesFailed) {
		item.kind = id === undefined ? 'create' : 'update';
	}

	if (item.kind === 'create') takeExternalId(item);

	if (item.kind === 'create' || item.kind === 'update') {
		if (!changes) throw notChangeError(json);

		assertNamesRecord(item, json, direction);
	}

	item.id = id?.trim().toLowerCase();

	return item;
}

/** Returns the texts by which an item names its record, as far as it has them, for an item that cannot be read. */
export function shownNames(stored: IDataObject): Pick<ChangeItem, 'name' | 'externalId' | 'id'> {
	const shown = (value: unknown) => (isEmpty(value) ? undefined : stringOrUndefined(value));

	return {
		name: shown(stored.name),
		externalId: shown(stored.externalId),
		id: shown(stored.vitallyId ?? stored.id),
	};
}

/** Returns the number of an item's row in the table of the Sync, also if it is text; `undefined` without one. */
export function rowNumberOf(stored: IDataObject): number | undefined {
	const details = isPlainObject(stored.details) ? stored.details : {};
	const number = parseDecimal(stored.row ?? details.row);

	return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

function rowIn(stored: IDataObject): IDataObject {
	const { error } = stored;
	const details = readJson(stored.details, 'details');
	// Where Sync continues on errors, n8n's error item contains the failed row.
	if (typeof error === 'string' && isPlainObject(details)) return { error, ...details };

	// n8n writes a CSV file with a byte order mark, and reads it as a part of the first column.
	return { result: stored['\uFEFFresult'], ...stored };
}

/** Reads the columns that are text; an empty one is undefined. */
function readColumns(json: IDataObject) {
	const read = (column: string) =>
		isEmpty(json[column]) ? undefined : readText(json[column], column);
	const result = read('result');
	const name = read('name');
	const externalId = read('externalId');
	// A data table of n8n has an id of its own.
	const id = read(Object.hasOwn(json, 'vitallyId') ? 'vitallyId' : 'id');
	const reason = read('reason');

	return { result, name, externalId, id, reason };
}

/** Takes the external ID out of the changes of a new record: it names the record as its column does. */
function takeExternalId(item: ChangeItem): void {
	const { externalId: named, ...changes } = item.changes as Partial<Changes>;
	if (!named) return;

	item.changes = changes as Changes;
	item.newExternalId = readText(named.new, 'externalId');
	item.externalId ??= item.newExternalId;
}

/** @throws VitallyError where the record is not named by an ID that the direction can use */
function assertNamesRecord(
	{ kind, id, externalId }: ChangeItem,
	json: IDataObject,
	{ createsRecords }: Direction,
): void {
	if ((id ?? externalId) === undefined) throw notChangeError(json);
	if (id !== undefined && !isVitallyId(id)) throw noVitallyIdError(id);

	const isToBeCreated = kind === 'create' && createsRecords;
	if (isToBeCreated && externalId === undefined) throw notChangeError(json);
	if (externalId !== undefined) pathSegment(externalId, 'externalId');
}

/**
 * Reads an object, also one that was stored as JSON once or twice.
 *
 * @throws VitallyError for more than 100 levels
 */
function readJson(stored: unknown, column: string): unknown {
	let value = stored;

	for (let times = 0; times < 2 && typeof value === 'string'; times++) {
		value = parseJson(value, column);
	}

	assertDepth(value, column);

	return value;
}

/** @returns `undefined` for anything but an object of old and new values, or its JSON */
function readChanges(value: unknown): Changes | undefined {
	const fields = readJson(value, 'changedFields');
	if (!isPlainObject(fields)) return undefined;

	const areChanges = Object.values(fields).every(
		(change) =>
			isPlainObject(change) && Object.hasOwn(change, 'old') && Object.hasOwn(change, 'new'),
	);

	return areChanges ? (fields as unknown as Changes) : undefined;
}

/**
 * Checks the values that are written.
 *
 * @param timeZone IANA zone of the workflow
 * @throws VitallyError for a field that a Sync cannot write, and a trait that cannot be sent
 */
export function assertSendable(
	changes: Changes,
	direction: Direction,
	{ fields }: Pick<RecordSpec, 'fields'>,
	timeZone: string,
): void {
	for (const [name, change] of Object.entries(changes)) {
		const key = traitKeyOf(name);

		if (key === undefined && !fields.includes(name)) {
			throw new VitallyError(
				`'${name}' is not a field that Sync changes`,
				"Remove the field from 'changedFields' of the item. The row was not written.",
			);
		}

		// `fromEntries` makes a property of any name, even of `__proto__`.
		const json = Object.fromEntries([[key ?? name, direction.to(change)]]);

		buildTraits({ json, emptyValues: 'send', isStored: true }, timeZone);
	}
}

/** @throws VitallyError for an item of another resource or custom object */
function assertPlace(json: IDataObject, expected: IDataObject): void {
	for (const [column, value] of Object.entries(expected)) {
		if (normalizePlace(json[column]) === normalizePlace(value)) continue;

		throw new VitallyError(
			`The '${column}' of the input item is ${JSON.stringify(json[column] ?? null)}, but the node has ${JSON.stringify(value)}`,
			'Connect only the items of the resource and custom object that are chosen in the node. The row was not written.',
		);
	}
}

/** Returns a place to compare: a table that was stored may have other capitals, and blanks around the value. */
function normalizePlace(value: unknown): string {
	return String(value).trim().toLowerCase();
}

function noVitallyIdError(id: string): VitallyError {
	return new VitallyError(
		`"${id}" is not a Vitally ID`,
		"In a data table of n8n, store the ID of the record in a column 'vitallyId', because the data table has an 'id' of its own. If an item has 'vitallyId', this node does not read 'id'. The row was not written.",
	);
}

function notChangeError(json: IDataObject): VitallyError {
	if (Object.hasOwn(json, 'fieldsChanged')) {
		return new VitallyError(
			'The input item is a summary, which has no old values',
			"Set 'Output' of the Sync to 'Changed Records'.",
		);
	}

	return new VitallyError(
		faultOf(json),
		`Connect the items of 'Sync' or 'Sync: Apply Changes' to this node. ${AFTER_A_FORM} If you stored the items, keep their columns 'result', 'resource', 'id' or 'externalId', and 'changedFields'. The row was not written.`,
	);
}

/** @returns `undefined` for what is no result of a Sync */
function kindOfResult(result: string): ChangeItem['kind'] | undefined {
	return KINDS.find((kind) => RESULTS[kind].includes(result));
}

/** Names the first column that keeps an item from being a change of a Sync. */
function faultOf({ result, resource, id, externalId, changedFields }: IDataObject): string {
	const missing = Object.entries({ result, resource, changedFields }).find(([, value]) =>
		isEmpty(value),
	);
	if (missing) return `This item has no '${missing[0]}', so it isn't a change from a Sync`;

	if (kindOfResult(String(result)) === undefined) {
		return `The 'result' of this item is ${formatValue(result)}, which no Sync returns`;
	}

	if (isEmpty(id) && isEmpty(externalId)) {
		return "This item has no 'id' and no 'externalId', so it isn't a change from a Sync";
	}

	return "The 'changedFields' of this item don't have the old and new value of each field";
}
