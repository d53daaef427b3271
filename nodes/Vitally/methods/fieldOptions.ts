import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { labelOf } from '../fields/fieldLabels';
import { requestTraitDefinitions } from '../operations/body/traitDefinitions';
import type { Resource } from '../operations/definition/operationDefinition';
import { fieldsAmong } from '../operations/output/simplifyRecord';
import { RESOURCES } from '../resources/index';
import { openClient, type Client } from '../transport/client';
import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { readPage } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { sendContextOf } from '../transport/send';
import { traitName } from '../values/traits/traitName';
import { customObjectIdOf, traitLabels } from './loadTraitDefinitions';

/** The fields and traits of the records of the selected resource, for 'Selected Fields'. */
export const loadOutputFields = optionsMethod((context) => {
	const chosen = context.getCurrentNodeParameter('resource');

	return RESOURCES.find(({ name }) => name === chosen);
}, readFieldOptions);

/** Returns a method of the editor for the options of a resource; without a resource there are none. */
export function optionsMethod(
	resourceOf: (context: ILoadOptionsFunctions) => Resource | undefined,
	load: (
		client: Client,
		resource: Resource,
		customObjectId: string | undefined,
	) => Promise<INodePropertyOptions[]>,
) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const resource = resourceOf(this);
		if (!resource) return [];

		try {
			const customObjectId = customObjectIdOf(this, resource);

			return await load(await openClient(this, 'vitallyApi'), resource, customObjectId);
		} catch (error) {
			throw toNodeApiError(error as Error, this.getNode());
		}
	};
}

/**
 * Reads the fields of the newest record of a resource and the defined traits, by label.
 *
 * @param isOffered returns whether a field with the value of the newest record is offered
 */
export async function readFieldOptions(
	client: Client,
	resource: Resource,
	customObjectId: string | undefined,
	isOffered: (name: string, value: unknown) => boolean = () => true,
): Promise<INodePropertyOptions[]> {
	const [newest = {}] = await readNewestRecords(client, resource, customObjectId, 1);
	const usual = fieldsAmong(resource.simpleFields ?? []);
	const names = [...new Set([...usual, ...Object.keys(newest)])];
	const fields = names.filter((name) => name !== 'traits' && isOffered(name, newest[name]));
	const fieldOptions = fields.map((value) => ({ name: labelOf(value), value }));

	const context = sendContextOf(client);
	const traits = await requestTraitDefinitions(context, resource.name, customObjectId);
	// Some traits, such as `mrr`, are also a field of the record, which is listed already.
	const others = (traits.definitions ?? []).filter(({ path }) => !names.includes(String(path)));
	const traitOptions = [...traitLabels(others)].map(([path, label]) => ({
		name: `${label} (Trait)`,
		value: traitName(path),
	}));

	return [...sortByName(fieldOptions), ...sortByName(traitOptions)];
}

/** Reads the records of a resource that changed last. */
export async function readNewestRecords(
	client: Client,
	{ collection }: Resource,
	customObjectId: string | undefined,
	limit: number,
): Promise<IDataObject[]> {
	if (collection === undefined) return [];

	const above =
		customObjectId === undefined
			? ''
			: `/customObjects/${pathSegment(customObjectId, 'Custom Object')}`;
	const list = { path: `/resources${above}/${collection}`, query: { sortBy: 'updatedAt' } };
	const { records } = await readPage(sendContextOf(client), list, limit);

	return records;
}

export function sortByName(options: INodePropertyOptions[]): INodePropertyOptions[] {
	return options.sort((a, b) => a.name.localeCompare(b.name));
}
