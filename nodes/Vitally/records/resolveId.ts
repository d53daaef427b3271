import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { readRequiredId, type Locator } from '../fields/locators';
import { pathSegment } from '../transport/pathSegment';
import { emailSearch, parseEmail, readIdByEmail } from './email';
import { recordIndexOf } from './recordIndex';
import { readByExternalId, recordSourceOf, type RecordSource, type Sender } from './recordSource';
import type { RecordType } from './recordType';
import { resolveName, suggestions } from './resolveName';
import { idFromUrl, resolveUrl } from './url';

/** A value that needs a request; everything that needs none has been validated. */
export class PendingValue<T = string> {
	constructor(readonly resolve: (item: ItemContext) => Promise<T>) {}
}

/** The value itself, or that of a `PendingValue` after its request. */
export async function resolveValue(item: ItemContext, value: unknown): Promise<unknown> {
	return value instanceof PendingValue ? await value.resolve(item) : value;
}

/**
 * The Vitally ID of a record. A Vitally ID, also one in a link, is returned unchanged; an external ID, a name or an
 * email address is looked up, once per distinct value and run.
 *
 * @param named a locator; or text that is a Vitally ID or an external ID, which is always looked up, because
 * an external ID may look like a Vitally ID
 * @param label of the field in the editor
 * @throws VitallyError when no record is named, or in a way that the type does not support
 */
export function resolveId(
	{ appUrl }: Pick<ItemParameters, 'appUrl'>,
	type: RecordType,
	named: Locator | string,
	label: string,
): string | PendingValue {
	if (typeof named === 'string') {
		return byExternalId(type, idFromUrl(named, type, label, appUrl), label, true);
	}
	const { mode, value } = resolveUrl(named, type, label, appUrl);
	if (mode === 'externalId') return byExternalId(type, value, label);
	if (mode === 'email') return byEmail(type, parseEmail(value, label), label);
	const text = readRequiredId(value, label);
	if (mode !== 'name') return text;
	return new PendingValue(
		async (item) => await resolveName(item, recordSourceOf(type), text, label),
	);
}

/**
 * The Vitally ID of the record with an external ID, by one request.
 *
 * @throws VitallyError when there is no such record
 */
export async function readIdByExternalId(
	sender: Sender,
	type: RecordType,
	externalId: string,
	label: string,
): Promise<string> {
	const source = recordSourceOf(type);
	const record = await readByExternalId(sender, source, externalId);
	if (record) return String(record.id);
	throw missingError(source, externalId, label);
}

/**
 * The Vitally ID of the record with an external ID, looked up once per run.
 *
 * @param isEither whether the ID may also be a Vitally ID
 * @throws VitallyError when there is none, or several have it
 */
export async function resolveExternalId(
	item: ItemContext,
	source: RecordSource,
	externalId: string,
	label: string,
	isEither = false,
): Promise<string> {
	const name = `${isEither ? 'either ID' : 'external ID'} ${source.path}/${externalId}`;
	return await item.oncePerRun(name, async () => {
		const index = await recordIndexOf(item, source);
		const record = await index.find(item, externalId, isEither);
		if (typeof record?.id === 'string' && record.id !== '') return record.id;
		throw missingError(source, externalId, label, suggestions(index, source, externalId));
	});
}

function byExternalId(
	type: RecordType,
	value: unknown,
	label: string,
	isEither = false,
): PendingValue {
	if (!type.externalIdLookup && !isEither) {
		throw new VitallyError(
			`A ${type.noun} has no external ID, by which '${label}' names one`,
			`Choose '${label}' from the list, or enter the Vitally ID.`,
		);
	}
	pathSegment(value, label);
	return new PendingValue(
		async (item) =>
			await resolveExternalId(item, recordSourceOf(type), String(value), label, isEither),
	);
}

function byEmail(type: RecordType, email: string, label: string): PendingValue {
	return new PendingValue(
		async (item) =>
			await item.oncePerRun(
				`${emailSearch(type)}?email=${email.toLowerCase()}`,
				async () => await readIdByEmail(item, type, email, label),
			),
	);
}

/** The error for an external ID that no record has. */
export function missingError(
	{ noun, ifMissing }: RecordSource,
	externalId: string,
	label: string,
	hint = '',
): VitallyError {
	return new VitallyError(
		`Vitally has no ${noun} with the external ID "${externalId}"`,
		`${hint}${ifMissing ?? `Check the value of '${label}': the record may be deleted, or belong to another workspace than the credential.`}`,
		{ status: 404, field: label },
	);
}
