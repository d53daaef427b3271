import { found, HttpError } from '../httpError.cts';
import { isArchived } from './archive.cts';
import type { Archivable } from './archive.cts';
import { accountView } from './accounts.cts';
import { organizationView } from './organizations.cts';
import { parentsOf } from './parents.cts';
import type { Row, Traits, TraitValue } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import type { PageQuery } from './table.cts';
import { mergeTraits } from './traits.cts';

/** public-facts.md, 4.12. */
export interface CustomObject extends Row {
	name: string;
	label: string;
	syncActive: boolean;
	writeMode: 'writable' | 'writableByAll' | 'readonly';
	customFields: CustomField[];
}

export interface CustomField {
	id: string;
	label: string;
	path: string;
	type: string;
	createdAt: string;
}

/** `customerId` is the service id of the account (public-facts.md, 4.12). */
export interface Instance extends Archivable {
	name: string;
	externalId: string | null;
	customObjectId: string;
	createdByVitallyUserId: string | null;
	ownedByVitallyUserId: string | null;
	customerId: string | null;
	organizationId: string | null;
	traits: Traits;
}

export interface InstanceBody {
	name?: string;
	externalId?: string;
	customerId?: string;
	organizationId?: string;
	ownedByVitallyUserId?: string;
	traits?: Traits;
}

export interface InstanceSearch {
	id?: string;
	externalId?: string;
	customerId?: string;
	organizationId?: string;
	customFieldId?: string;
	customFieldValue?: string;
}

export function instanceView(state: ServiceState, instance: Instance) {
	const account = state.accounts.get(instance.customerId ?? '');
	const organization = state.organizations.get(instance.organizationId ?? '');
	return {
		...instance,
		customer: account ? accountView(state, account) : null,
		organization: organization ? organizationView(state, organization) : null,
	};
}

export function getCustomObject(state: ServiceState, id: string): CustomObject {
	return found(state.customObjects.get(id), 'Custom object');
}

export function listInstances(
	state: ServiceState,
	objectId: string,
	query: PageQuery & { archived: boolean },
) {
	getCustomObject(state, objectId);
	const page = state.instances.page(
		query,
		(row) => row.customObjectId === objectId && isArchived(row) === query.archived,
	);
	return { ...page, results: page.results.map((row) => instanceView(state, row)) };
}

export function getInstance(state: ServiceState, objectId: string, id: string): Instance {
	const instance = state.instances.get(id);
	return found(instance?.customObjectId === objectId ? instance : undefined, 'Instance');
}

/** All live matches of exactly one criterion, without pages (public-facts.md, 4.12). */
export function searchInstances(state: ServiceState, objectId: string, search: InstanceSearch) {
	const { customFields } = getCustomObject(state, objectId);
	const { customFieldId, customFieldValue, ...plain } = search;
	const criteria = Object.entries(plain).filter(([, value]) => value !== undefined);
	const isPair = customFieldId !== undefined && customFieldValue !== undefined;
	const isHalf = !isPair && (customFieldId ?? customFieldValue) !== undefined;
	if (isHalf || criteria.length + Number(isPair) !== 1) {
		throw new HttpError(
			400,
			'Search by exactly one criterion; customFieldId needs customFieldValue.',
		);
	}
	const path = customFields.find(({ id }) => id === customFieldId)?.path;
	const matches = (row: Instance) =>
		isPair
			? path !== undefined && hasText(row.traits[path], customFieldValue)
			: criteria.every(([key, value]) => row[key as keyof typeof plain] === value);
	return [...state.instances.all()]
		.filter((row) => row.customObjectId === objectId && !isArchived(row) && matches(row))
		.map((row) => instanceView(state, row));
}

function hasText(value: TraitValue | undefined, text: string): boolean {
	return Array.isArray(value)
		? value.includes(text)
		: value !== undefined && String(value) === text;
}

export function createInstance(
	state: ServiceState,
	objectId: string,
	body: InstanceBody,
): Instance {
	getCustomObject(state, objectId);
	return state.instances.insert({
		...state.newRow(),
		...ownersOf(state, body),
		name: body.name ?? '',
		externalId: body.externalId ?? null,
		customObjectId: objectId,
		createdByVitallyUserId: null,
		ownedByVitallyUserId: body.ownedByVitallyUserId ?? null,
		archivedAt: null,
		traits: mergeTraits({}, body.traits),
	});
}

export function updateInstance(
	state: ServiceState,
	instance: Instance,
	body: InstanceBody,
): Instance {
	const moves = body.customerId !== undefined || body.organizationId !== undefined;
	return state.instances.change(instance, {
		...body,
		...(moves ? ownersOf(state, body) : {}),
		traits: mergeTraits(instance.traits, body.traits),
		updatedAt: state.now(),
	});
}

function ownersOf(state: ServiceState, { customerId, organizationId }: InstanceBody) {
	const parents = parentsOf(state, { accountId: customerId, organizationId });
	return { customerId: parents.accountId, organizationId: parents.organizationId };
}
