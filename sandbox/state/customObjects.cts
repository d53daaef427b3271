import { found, Refusal } from '../refusal.cts';
import { isArchived } from './archive.cts';
import type { Archivable } from './archive.cts';
import { accountView } from './accounts.cts';
import { organizationView } from './organizations.cts';
import { parentsOf } from './parents.cts';
import type { Row, Traits, TraitValue } from './row.cts';
import type { Store } from './store.cts';
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

export function instanceView(store: Store, instance: Instance) {
	const account = store.accounts.get(instance.customerId ?? '');
	const organization = store.organizations.get(instance.organizationId ?? '');
	return {
		...instance,
		customer: account ? accountView(store, account) : null,
		organization: organization ? organizationView(store, organization) : null,
	};
}

export function getCustomObject(store: Store, id: string): CustomObject {
	return found(store.customObjects.get(id), 'Custom object');
}

export function listInstances(
	store: Store,
	objectId: string,
	query: PageQuery & { archived: boolean },
) {
	getCustomObject(store, objectId);
	const page = store.instances.page(
		query,
		(row) => row.customObjectId === objectId && isArchived(row) === query.archived,
	);
	return { ...page, results: page.results.map((row) => instanceView(store, row)) };
}

export function getInstance(store: Store, objectId: string, id: string): Instance {
	const instance = store.instances.get(id);
	return found(instance?.customObjectId === objectId ? instance : undefined, 'Instance');
}

/** All live matches of exactly one criterion, without pages (public-facts.md, 4.12). */
export function searchInstances(store: Store, objectId: string, search: InstanceSearch) {
	const { customFields } = getCustomObject(store, objectId);
	const { customFieldId, customFieldValue, ...plain } = search;
	const criteria = Object.entries(plain).filter(([, value]) => value !== undefined);
	const isPair = customFieldId !== undefined && customFieldValue !== undefined;
	const isHalf = !isPair && (customFieldId ?? customFieldValue) !== undefined;
	if (isHalf || criteria.length + Number(isPair) !== 1) {
		throw new Refusal(
			400,
			'Search by exactly one criterion; customFieldId needs customFieldValue.',
		);
	}
	const path = customFields.find(({ id }) => id === customFieldId)?.path;
	const matches = (row: Instance) =>
		isPair
			? path !== undefined && hasText(row.traits[path], customFieldValue)
			: criteria.every(([key, value]) => row[key as keyof typeof plain] === value);
	return [...store.instances.all()]
		.filter((row) => row.customObjectId === objectId && !isArchived(row) && matches(row))
		.map((row) => instanceView(store, row));
}

function hasText(value: TraitValue | undefined, text: string): boolean {
	return Array.isArray(value)
		? value.includes(text)
		: value !== undefined && String(value) === text;
}

export function createInstance(store: Store, objectId: string, body: InstanceBody): Instance {
	getCustomObject(store, objectId);
	return store.instances.insert({
		...store.newRow(),
		...ownersOf(store, body),
		name: body.name ?? '',
		externalId: body.externalId ?? null,
		customObjectId: objectId,
		createdByVitallyUserId: null,
		ownedByVitallyUserId: body.ownedByVitallyUserId ?? null,
		archivedAt: null,
		traits: mergeTraits({}, body.traits),
	});
}

export function updateInstance(store: Store, instance: Instance, body: InstanceBody): Instance {
	const moves = body.customerId !== undefined || body.organizationId !== undefined;
	return store.instances.change(instance, {
		...body,
		...(moves ? ownersOf(store, body) : {}),
		traits: mergeTraits(instance.traits, body.traits),
		updatedAt: store.now(),
	});
}

function ownersOf(store: Store, { customerId, organizationId }: InstanceBody) {
	const parents = parentsOf(store, { accountId: customerId, organizationId });
	return { customerId: parents.accountId, organizationId: parents.organizationId };
}
