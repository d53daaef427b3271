import { readRequiredId, readLocator, type Locator } from '../fields/locators';
import type { ItemParameters } from '../fields/itemParameters';
import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { recordOf } from '../transport/records';
import { emailIn, emailSearch, readServiceIdByEmail } from './emails';
import { withoutLink } from './links';
import { ListedIds } from './listedIds';
import { idByName } from './names';
import type { RecordType } from './recordType';

/** A value that takes a request to find out: all that can be checked without one has been. */
export class LookUp<T = string> {
	constructor(readonly find: (item: ItemContext) => Promise<T>) {}
}

/**
 * The service's ID of the record that a field picks. An ID of the user's own has to be looked up where
 * the service takes only its own.
 *
 * @param parameter that holds the locator
 * @param label of the field in the editor
 * @returns null when the value is null, which detaches where the service allows it
 * @throws VitallyError when nothing is named
 */
export function serviceIdIn(
	item: ItemParameters,
	type: RecordType,
	parameter: string,
	label: string,
): string | null | LookUp {
	const locator = readLocator(item, parameter, type);
	return locator.value === null ? null : serviceIdOf(locator, type, label, item.appUrl);
}

/**
 * The service's ID of the record that a locator names.
 *
 * @param label of the field in the editor
 * @param appUrl of the workspace, if that is known
 * @throws VitallyError when nothing is named, or in a way that the type does not know
 */
export function serviceIdOf(
	locator: Locator,
	type: RecordType,
	label: string,
	appUrl?: string,
): string | LookUp {
	const { mode, value } = withoutLink(locator, type, label, appUrl);
	if (mode === 'list' || mode === 'id') return readRequiredId(value, label);
	if (mode === 'name') {
		const name = readRequiredId(value, label);
		return new LookUp(async (context) => await idByName(context, type, name, label));
	}
	if (mode === 'email') return idByEmail(type, emailIn(value, label), label);
	if (!type.hasExternalId) {
		throw new VitallyError(
			`A ${type.noun} has no external ID, by which '${label}' names one`,
			`Choose '${label}' from the list, or enter the Vitally ID.`,
		);
	}
	const path = `${type.path}/${pathSegment(value, label)}`;
	return new LookUp(
		async (context) =>
			await idOnce(context, type, value, path, {
				readOne: async () => {
					const send = async (request: ServiceRequest) => await context.send(request);
					return await readServiceId(send, path, value, label);
				},
				missing: () => missingError(value, label),
			}),
	);
}

/** How one record is looked up by itself. */
interface SingleLookUp {
	/** Reads the record at the path; what it throws is thrown. */
	readOne: () => Promise<string>;
	/** The error where the list already shows that there is none. */
	missing: () => VitallyError;
}

/**
 * The service's ID of a record by either ID, looked up once per distinct value and run.
 *
 * @param path of the record by the ID that names it
 * @throws VitallyError when there is no such record
 */
export async function idOnce(
	item: ItemContext,
	type: RecordType,
	named: unknown,
	path: string,
	{ readOne, missing }: SingleLookUp,
): Promise<string> {
	return await item.lookUpOnce(path, async () => {
		const list = { path: type.path, query: { ...type.pickList?.query, sortBy: 'createdAt' } };
		const listed = await item.lookUpOnce(
			`listed IDs of ${type.path}`,
			async () => new ListedIds([list], { hidesSome: type.hidesSome }),
		);
		const id = await listed.find(item, String(named), readOne);
		if (id === undefined) throw missing();
		return id;
	});
}

function idByEmail(type: RecordType, email: string, label: string): LookUp {
	return new LookUp(
		async (context) =>
			await context.lookUpOnce(
				`${emailSearch(type)}?email=${email.toLowerCase()}`,
				async () =>
					await readServiceIdByEmail(
						async (request) => await context.send(request),
						type,
						email,
						label,
					),
			),
	);
}

/** As `serviceIdIn`, where the request needs the ID: null is an error too. */
export function requiredServiceIdIn(
	item: ItemParameters,
	type: RecordType,
	parameter: string,
	label: string,
): string | LookUp {
	return serviceIdIn(item, type, parameter, label) ?? readRequiredId(null, label);
}

/** As `requiredServiceIdIn`, with the look-up carried out. */
export async function requiredServiceId(
	item: ItemContext,
	type: RecordType,
	parameter: string,
	label: string,
): Promise<string> {
	return String(await found(item, requiredServiceIdIn(item, type, parameter, label)));
}

/** The value, looked up where it has to be. */
export async function found(item: ItemContext, value: unknown): Promise<unknown> {
	return value instanceof LookUp ? await value.find(item) : value;
}

/**
 * One read of what `serviceIdIn` looks up.
 *
 * @throws VitallyError when there is no such record, or the answer holds no ID
 */
export async function readServiceId(
	send: (request: ServiceRequest) => Promise<ServiceResponse>,
	path: string,
	externalId: unknown,
	field: string,
): Promise<string> {
	const request = { method: 'GET' as const, path, handledStatuses: [404] };
	const response = await send(request);
	const { id } = response.status === 404 ? {} : recordOf(response, request);
	if (typeof id === 'string' && id !== '') return id;
	throw missingError(externalId, field);
}

function missingError(externalId: unknown, field: string): VitallyError {
	return new VitallyError(
		`Vitally has no record with the external ID "${String(externalId)}" for '${field}'`,
		`Check the external ID, or choose '${field}' from the list.`,
		{ status: 404, field },
	);
}
