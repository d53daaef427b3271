import type { IDataObject } from 'n8n-workflow';

import { VitallyError, type ErrorFacts } from '../../errors/vitallyError';
import type { ItemContext } from '../../run/operation';
import { servedAt, type ExternalIdLookUp } from '../../operations/externalIds';
import { ListedIds } from '../../operations/listedIds';
import { findBySearch } from '../../operations/search';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { customObjectInstanceType } from '../recordTypes';

/** Error texts of a search for an instance. */
interface FindingTexts {
	/** Texts per status. */
	explain?: ServiceRequest['explain'];
	/** How to get unstuck when several instances have the external ID. */
	ifSeveral?: { description: string; facts?: ErrorFacts };
}

const chooseById = {
	description: "Choose 'By ID' under 'Instance' to say which one to use; 'Search' lists them.",
	facts: { field: customObjectInstanceType.label },
};

/**
 * The instance with an ID: the service reads single instances only through its search.
 *
 * @param instancesPath path of the instances of the custom object
 * @returns `undefined` when there is none
 * @throws VitallyError when several have the external ID
 * Source: docs/public-facts.md, 4.12
 */
export async function findInstance(
	item: Pick<ItemContext, 'send'>,
	instancesPath: string,
	criterion: 'id' | 'externalId',
	wanted: string,
	{ explain, ifSeveral = chooseById }: FindingTexts = {},
): Promise<IDataObject | undefined> {
	const found = await findBySearch(
		item,
		`${instancesPath}/search`,
		{ [criterion]: wanted },
		explain,
	);
	// A search that ignored its criterion must not lead to another instance.
	const [one, ...others] = found.filter((row) => row[criterion] === wanted);
	if (others.length === 0) return one;
	throw new VitallyError(
		`${others.length + 1} instances have the external ID "${wanted}"`,
		ifSeveral.description,
		ifSeveral.facts,
	);
}

/** The error for an external ID that no instance has. */
export function noInstanceError(externalId: string): VitallyError {
	return new VitallyError(
		`Vitally has no instance with the external ID "${externalId}"`,
		"Check 'Custom Object' and the external ID; a deleted instance is not found.",
		{ status: 404, field: customObjectInstanceType.label },
	);
}

/**
 * The service's id of an instance that the user names by an external id. Read once per distinct value
 * and run.
 *
 * @param instancesPath path of the instances of the custom object
 * @throws VitallyError when no instance has the external id, or several have it
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
		const list = { path: instancesPath, query: { sortBy: 'createdAt' } };
		const listed = await item.lookUpOnce(
			`listed IDs of ${instancesPath}`,
			async () => new ListedIds([list], { mayRepeat: true }),
		);
		const id = await listed.find(item, wanted, async () => {
			const instance = await findInstance(item, instancesPath, 'externalId', wanted);
			if (typeof instance?.id === 'string' && instance.id !== '') return instance.id;
			throw noInstanceError(wanted);
		});
		if (id === undefined) throw noInstanceError(wanted);
		return id;
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
