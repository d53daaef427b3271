import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../run/operation';
import { servedAt, type ExternalIdLookUp } from '../../operations/externalIds';
import { findBySearch } from '../../operations/search';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { customObjectInstanceType } from '../recordTypes';

/**
 * The service's id of an instance that the user names by an external id: the service reads single
 * instances only through its search. Read once per distinct value and run.
 *
 * @param instancesPath path of the instances of the custom object
 * @throws VitallyError when no instance has the external id, or several have it
 * Source: docs/public-facts.md, 4.12
 */
export async function instanceIdOf(
	item: ItemContext,
	instancesPath: string,
	externalId: unknown,
): Promise<string> {
	// Refuses what is no id, as for every other external id.
	const name = `${instancesPath}/search?externalId=${pathSegment(externalId, 'Instance')}`;
	const wanted = String(externalId);
	return await item.lookUpOnce(name, async () => {
		const found = await findBySearch(item, `${instancesPath}/search`, { externalId: wanted });
		// A search that ignored its criterion must not lead to a write to another instance.
		const ids = found.filter((one) => one.externalId === wanted).map(({ id }) => id);
		const [id] = ids;
		if (ids.length === 1 && typeof id === 'string' && id !== '') return id;
		if (ids.length > 1) {
			throw new VitallyError(
				`${ids.length} instances have the external ID "${wanted}"`,
				"Choose 'By ID' under 'Instance' to say which one is meant; 'Search' lists them.",
				{ field: customObjectInstanceType.label },
			);
		}
		throw new VitallyError(
			`Vitally has no instance with the external ID "${wanted}"`,
			"Check 'Custom Object' and the external ID; a deleted instance is not found.",
			{ status: 404, field: customObjectInstanceType.label },
		);
	});
}

/** How an instance is looked for that a creation may have made: through the search. */
export function instanceLookUp(instancesPath: string): ExternalIdLookUp {
	return {
		noun: customObjectInstanceType.noun,
		isUnique: false,
		find: async (item, externalId) => {
			let servedAtMs = Date.now();
			const send = async (request: ServiceRequest) => {
				const response = await item.send(request);
				servedAtMs = servedAt(response);
				return response;
			};
			const found = await findBySearch({ send }, `${instancesPath}/search`, { externalId });
			const record = found.find((one) => one.externalId === externalId);
			return record && { record, servedAtMs };
		},
	};
}
