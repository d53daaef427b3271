import { found } from '../httpError.cts';
import { embeddedAccount } from './accounts.cts';
import { archive, isListed } from './archive.cts';
import type { Archivable } from './archive.cts';
import { omit } from './omit.cts';
import { organizationView } from './organizations.cts';
import { parentsOf } from './parents.cts';
import type { Resource } from './resource.cts';
import type { Row, Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { mergeTraits } from './traits.cts';

/** docs/internal/public-facts.md, 4.12. */
export interface CustomObject extends Row {
	name: string;
	label: string;
	syncActive: boolean;
	writeMode: 'writable' | 'writableByAll' | 'readonly';
	customFields: CustomField[];
}

interface CustomObjectBody {
	name?: string;
	label?: string;
	writeMode?: CustomObject['writeMode'];
	customFields?: Pick<CustomField, 'label' | 'type'>[];
}

export interface CustomField {
	id: string;
	label: string;
	path: string;
	type: string;
	createdAt: string;
}

/** `customerId` is the service id of the account (docs/internal/public-facts.md, 4.12). */
export interface Instance extends Archivable {
	name: string;
	externalId: string | null;
	customObjectId: string;
	createdByVitallyUserId: string | null;
	ownedByVitallyUserId: string | null;
	customerId: string | null;
	/** Accounts beside that of `customerId`, which is the primary one. */
	furtherCustomerIds?: string[];
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

export function instanceView(state: ServiceState, instance: Instance) {
	const organization = state.organizations.get(instance.organizationId);
	const { customerId, furtherCustomerIds = [] } = instance;
	const customers = [customerId, ...furtherCustomerIds].map((id) => embeddedAccount(state, id));

	return {
		...omit(instance, 'furtherCustomerIds'),
		customer: customers[0],
		customers: customers.filter((customer) => customer !== null),
		organization: organization ? organizationView(state, organization) : null,
	};
}

export function getCustomObject(state: ServiceState, id: string | undefined): CustomObject {
	return found(state.customObjects.get(id), 'Custom object');
}

export function createInstance(
	state: ServiceState,
	objectId: string | undefined,
	body: InstanceBody,
): Instance {
	const { id: customObjectId } = getCustomObject(state, objectId);

	return state.instances.insert({
		...state.newRow(),
		...ownersOf(state, body),
		name: body.name ?? '',
		externalId: body.externalId ?? null,
		customObjectId,
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
	const { customerId, organizationId } = instance;
	const isMoved = body.customerId !== undefined || body.organizationId !== undefined;
	const owners = isMoved ? ownersOf(state, body) : { customerId, organizationId };

	return state.instances.change(instance, {
		...body,
		...owners,
		traits: mergeTraits(instance.traits, body.traits),
		updatedAt: state.now(),
	});
}

function ownersOf(state: ServiceState, { customerId, organizationId }: InstanceBody) {
	const parents = parentsOf(state, { accountId: customerId, organizationId });

	return { customerId: parents.accountId, organizationId: parents.organizationId };
}

function createCustomObject(state: ServiceState, body: CustomObjectBody): CustomObject {
	const { name = '', label = '', writeMode = 'writable', customFields = [] } = body;

	return state.customObjects.insert({
		...state.newRow(),
		name,
		label,
		syncActive: false,
		writeMode,
		customFields: customFields.map((field) => newCustomField(state, field)),
	});
}

/** Adds fields (a neutral choice: the reference only lists them in the body). */
function updateCustomObject(
	state: ServiceState,
	object: CustomObject,
	{ customFields = [], ...fields }: CustomObjectBody,
): CustomObject {
	const added = customFields.map((field) => newCustomField(state, field));

	return state.customObjects.change(object, {
		...fields,
		customFields: [...object.customFields, ...added],
		updatedAt: state.now(),
	});
}

/** Makes a field whose key follows from its label (docs/internal/public-facts.md, 4.12). */
export function newCustomField(
	state: ServiceState,
	{ label, type }: Pick<CustomField, 'label' | 'type'>,
): CustomField {
	const path = `vitally.custom.${keyOf(label)}`;

	return { id: state.newId(), label, path, type, createdAt: state.now() };
}

/** Returns `renewalRisk` for `Renewal risk`. */
function keyOf(label: string): string {
	const words = label
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(Boolean);
	const [firstWord = '', ...otherWords] = words;
	const capitalized = otherWords.map((word) => word.charAt(0).toUpperCase() + word.slice(1));

	return firstWord + capitalized.join('');
}

export const customObjects: Resource<CustomObject> = {
	path: '/resources/customObjects',
	label: 'Custom object',
	create: createCustomObject,
	update: updateCustomObject,
};

export const instances: Resource<Instance> = {
	path: '/resources/customObjects/{id}/instances',
	label: 'Instance',
	view: instanceView,
	matches: (state, parameters) => {
		const { id } = getCustomObject(state, parameters.id);

		return (row) => row.customObjectId === id && isListed(row, parameters);
	},
	find: (state, { id, instanceId }) => {
		const instance = state.instances.get(instanceId);

		return instance?.customObjectId === id ? instance : undefined;
	},
	create: (state, body: InstanceBody, { id }) => createInstance(state, id, body),
	update: updateInstance,
	remove: (state, instance) => archive(state, state.instances, instance),
};
