import { HttpError } from '../httpError.cts';
import { isArchived } from './archive.cts';
import { getCustomObject, instanceView } from './customObjects.cts';
import type { Instance } from './customObjects.cts';
import type { TraitValue } from './row.cts';
import type { ServiceState } from './serviceState.cts';

interface InstanceSearch {
	id?: string;
	externalId?: string;
	customerId?: string;
	organizationId?: string;
	customFieldId?: string;
	customFieldValue?: string;
}

/**
 * Returns all live instances that match exactly one criterion, without pages (docs/internal/public-facts.md, 4.12).
 *
 * @throws HttpError 400 for no criterion, for several, and for half of a field and its value
 */
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
