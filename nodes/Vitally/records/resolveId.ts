import { formatValue } from '../errors/formatValue';
import { isMissingError, VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import { recordNamesOf } from '../execution/recordNames';
import type { ItemParameters } from '../fields/itemParameters';
import { article, readFoundBy, readLocator, type Locator } from '../fields/locators';
import type { Explanation } from '../transport/client';
import { assertIdType, pathSegment } from '../transport/pathSegment';
import { readEmail } from '../values/email';
import { isEmpty } from '../values/emptyValues';
import type { JsonValue } from '../values/json/json';
import { recordIndexOf, type NamedRecord } from './recordIndex';
import { linkAdvice, parseRecordLink } from './recordLinks';
import { normalizeEmail, recordListOf, type IdKind, type RecordList } from './recordList';
import { isVitallyId, parameterOf, type RecordType } from './recordType';
import { searchByEmail } from './search';
import { formatRecords, suggestSimilarNames } from './similarNames';

/** A value that needs a request. What needs none has been validated when the parameters were read. */
export class PendingValue<T = string> {
	constructor(readonly resolve: (item: ItemContext) => Promise<T>) {}
}

/** A value of a body that was read and checked; some need a request. Nothing else can be sent. */
export type BodyValue =
	| JsonValue
	| PendingValue<JsonValue | undefined>
	| readonly BodyValue[]
	| undefined;

/** The values of a body by their names, see `BodyValue`. */
export type BodyValues = Record<string, BodyValue>;

/** Returns the value itself, or that of a `PendingValue` after its request; for a list, the values of its entries. */
export async function resolveValue(
	item: ItemContext,
	value: BodyValue,
): Promise<JsonValue | undefined> {
	if (isList(value)) return await resolveList(item, value);

	return value instanceof PendingValue ? await value.resolve(item) : value;
}

async function resolveList(item: ItemContext, list: readonly BodyValue[]): Promise<JsonValue[]> {
	return await Promise.all(list.map(async (entry) => (await resolveValue(item, entry)) ?? null));
}

function isList(value: BodyValue): value is readonly BodyValue[] {
	return Array.isArray(value);
}

/** A locator whose mode is the way by which the record is found. */
export interface Selection extends Locator {
	/** The mode in which a value was entered that may be either ID. */
	entered?: 'id' | 'column';
}

/**
 * Recognizes what users, columns and AI models enter for an ID: a link to the record, the email address of
 * a person, or an external ID. What has the form of a Vitally ID is one; in a column or a list of IDs, it may
 * also be an external ID.
 *
 * @throws VitallyError for a link that leads to no such record, in the mode `url` for no link, and for what is neither
 * text nor number
 */
export function recognizeLocator(
	locator: Locator,
	type: RecordType,
	label: string,
	appHost?: string,
): Selection {
	const { mode } = locator;

	if (mode !== 'url') assertIdType(locator.value, label);
	if (mode === 'list') return { mode, value: asReturned(locator.value) };
	// The user has chosen an external ID, an email address or a name.
	if (mode !== 'id' && mode !== 'column' && mode !== 'url') return locator;

	const linked = parseRecordLink(locator.value, type, label, appHost);
	const value = linked ?? locator.value;
	const mayBeExternalId = mode === 'column' && linked === undefined && type.externalIds;

	if (isEmpty(value) || (isVitallyId(value) && !mayBeExternalId)) {
		return { mode: 'id', value: asReturned(value) };
	}

	if (mode === 'url' && linked === undefined) {
		throw new VitallyError(
			`The value ${formatValue(value)} of '${label}' is not a link to ${article(type.noun)} ${type.noun} in Vitally`,
			linkAdvice(type),
			{ field: label },
		);
	}

	if (type.hasEmail && typeof value === 'string' && value.includes('@')) {
		return { mode: 'email', value };
	}

	if (!type.externalIds) return { mode: 'id', value };

	return { mode: 'externalId', value, entered: mode === 'column' ? 'column' : 'id' };
}

/** Returns a Vitally ID in the letters in which Vitally returns it, because it is compared with that. */
function asReturned(value: unknown): unknown {
	return isVitallyId(value) ? String(value).toLowerCase() : value;
}

/**
 * Returns the Vitally ID of a record. A Vitally ID, also one in a link, needs no request; an external ID, a
 * name or an email address is looked up, once per distinct value and run.
 *
 * @throws VitallyError when no record is named, or in a way that the type does not support
 */
export function resolveId(
	{ appHost }: Pick<ItemParameters, 'appHost'>,
	type: RecordType,
	locator: Locator,
	label: string,
): string | PendingValue {
	return resolveSelection(recognizeLocator(locator, type, label, appHost), type, label);
}

/**
 * Returns the Vitally ID of a selected record, as `resolveId` does.
 *
 * @param listOf returns the list of the records, where it is not that of the type
 */
export function resolveSelection(
	selected: Selection,
	type: RecordType,
	label: string,
	listOf = () => recordListOf(type),
): string | PendingValue {
	const { mode, value } = selected;

	if (mode === 'externalId') {
		if (!type.externalIds) {
			throw new VitallyError(
				`'${label}' contains an External ID, but ${type.plural} in Vitally have none`,
				`Choose '${label}' from the list, or enter the Vitally ID.`,
			);
		}

		pathSegment(value, label);

		return new PendingValue(async (item) => {
			if (mayBeName(item, type, selected)) {
				return await findIdOrName(item, listOf(), selected, label);
			}

			return await findIdByExternalId(item, listOf(), selected, label);
		});
	}

	if (mode === 'email') {
		const email = readEmail(value, label);

		return new PendingValue(async (item) => await findIdByEmail(item, type, email, label));
	}

	const text = readFoundBy(selected, label);
	if (mode !== 'name') return text;

	return new PendingValue(async (item) => await findIdByName(item, listOf(), text, label));
}

/** Returns the Vitally ID of the record that an item selects in a field, by default in that of the type. */
export function readRecordId(
	item: ItemParameters,
	type: RecordType,
	parameter = parameterOf(type),
	label = type.label,
): string | PendingValue {
	return resolveId(item, type, readLocator(item, { parameter, label }, type), label);
}

/**
 * Whether a value may also be the name of a record: people say names, and a model enters them where the field of its tool is
 * 'By ID'.
 */
export function mayBeName(
	{ isTool }: Pick<ItemContext, 'isTool'>,
	{ nameFields }: RecordType,
	{ mode, value, entered }: Selection,
): boolean {
	const isOtherThanId = mode === 'externalId' && entered === 'id' && !isVitallyId(value);

	return isTool === true && isOtherThanId && nameFields !== undefined;
}

/**
 * Finds the Vitally ID of the record with an ID, or else that of the only record with this name.
 *
 * @throws VitallyError when none has the ID, and none or several have the name
 */
async function findIdOrName(
	item: ItemContext,
	list: RecordList,
	selected: Selection,
	label: string,
): Promise<string> {
	const byId = await findIdByExternalId(item, list, selected, label).catch(returnMissing);
	if (typeof byId === 'string') return byId;

	const byName = await findIdByName(item, list, String(selected.value), label).catch(returnMissing);
	if (typeof byName === 'string') return byName;

	// What was entered is more likely an ID than a name; which names are similar helps in both cases.
	throw new VitallyError(byId.message, byName.description, byId.facts);
}

/** Returns the error of a record that was not found. */
function returnMissing(error: unknown): VitallyError {
	if (isMissingError(error)) return error;

	throw error;
}

async function findIdByExternalId(
	item: ItemContext,
	list: RecordList,
	selected: Selection,
	label: string,
): Promise<string> {
	const { value, entered } = selected;
	const externalId = String(value);
	const kind: IdKind = entered === undefined ? 'externalId' : 'either';
	const kindName = kind === 'either' ? 'either ID' : 'External ID';
	const lookUp = `${kindName} ${list.path}/${externalId} ${JSON.stringify(list.queries)}`;

	return await item.oncePerRun(lookUp, async () => {
		const index = await recordIndexOf(item, list);
		const record = await index.find(item, externalId, kind);
		if (typeof record?.id === 'string') return record.id;

		throw missingError(list, label, selected);
	});
}

/** Explains that no record is the one that was named. */
export function explainMissing(
	{ noun, nameFields, notFound }: Pick<RecordType, 'noun' | 'nameFields' | 'notFound'>,
	label: string,
	{ mode, value, entered }: Partial<Selection>,
): Explanation {
	const id = String(value);
	const check = `Check the value of '${label}': ${notFound ?? 'it may be deleted, or belong to another workspace than the credential.'}`;

	if (entered === 'id') {
		const other = nameFields ? ", or choose 'By Name'" : '';

		return {
			message: `'${label}' is "${id}", which is not a Vitally ID or External ID`,
			description: notFound === undefined ? `Use an ID${other}.` : `Use an ID${other}. ${check}`,
			field: label,
		};
	}

	const message =
		mode === 'externalId'
			? `Vitally has no ${noun} with the External ID "${id}"`
			: `The ${noun} "${id}" was not found`;

	return { message, description: check, field: label };
}

/** Returns the error with the text of `explainMissing`. */
export function missingError(...named: Parameters<typeof explainMissing>): VitallyError {
	const { message, description, field } = explainMissing(...named);

	return new VitallyError(message, description, { status: 404, field });
}

/**
 * Finds the Vitally ID of the record with a name. The service has no search by name, so the list is read to its
 * end, once for all names of a run.
 *
 * @throws VitallyError when none or several have the name
 * Source: docs/internal/public-facts.md, 3 (no filters)
 */
async function findIdByName(
	item: ItemContext,
	list: RecordList,
	name: string,
	label: string,
): Promise<string> {
	const index = await recordIndexOf(item, list);

	await index.readAll(item);

	const matches = index.findByName(name);
	const [id] = matches.keys();
	if (matches.size === 1) return id;

	if (matches.size > 1) {
		throw new VitallyError(
			`${matches.size} ${list.plural} are called "${name}"`,
			`Choose one of them in '${label}' from the list or by ID: ${formatRecords(matches)}.`,
			{ field: label },
		);
	}

	throw new VitallyError(
		`No ${list.noun} is called "${name}"`,
		`${suggestSimilarNames(index, list, name)}Check the name, or choose the ${list.noun} in '${label}' from the list.`,
		{ status: 404, field: label },
	);
}

async function findIdByEmail(
	item: ItemContext,
	type: RecordType,
	email: string,
	field: string,
): Promise<string> {
	const lookUp = `${type.path}?email=${normalizeEmail(email)}`;

	return await item.oncePerRun(lookUp, async () => await searchIdByEmail(item, type, email, field));
}

/** @throws VitallyError unless exactly one person has the address */
async function searchIdByEmail(
	item: ItemContext,
	type: RecordType,
	email: string,
	field: string,
): Promise<string> {
	const people = await searchByEmail(item, type, email);

	if (people.length === 1) {
		const [{ id, name }] = people;

		if (typeof name === 'string') {
			const names = await recordNamesOf(item);

			names.set(id, name);
		}

		return String(id);
	}

	if (people.length > 1) {
		const named = people.map(({ id, name, externalId }): [string, NamedRecord] => [
			String(id),
			{ name: String(name ?? email), externalId },
		]);

		throw new VitallyError(
			`${people.length} ${type.plural} have the email address "${email}"`,
			`Choose one of them in '${field}' from the list or by ID: ${formatRecords(named)}.`,
		);
	}

	throw new VitallyError(
		`Vitally has no ${type.noun} with the email address "${email}" for '${field}'`,
		`Check the email address, or choose '${field}' from the list.`,
		{ status: 404 },
	);
}
