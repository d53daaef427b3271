import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { labelOf } from '../fields/label';
import { chosenCustomObject } from '../methods/customFields';
import type { Resource } from '../operations/resource';
import { openClient, type Client, type ServiceRequest } from '../transport/client';
import { toNodeApiError } from '../transport/errors/nodeError';
import { readPage } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { isRecord } from '../transport/records';
import { send } from '../transport/send';
import { RESOURCES } from './index';
import { customObjectInstanceType, RECORD_TYPES } from './recordTypes';

/** The fields and traits of the records of the chosen resource, for 'Selected Fields'. */
export async function getOutputFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	try {
		const chosen = this.getCurrentNodeParameter('resource');
		const resource = RESOURCES.find(({ name }) => name === chosen);
		if (!resource) return [];
		const client = await openClient(this, 'vitallyApi');
		return await fieldOptions(client, resource, customObjectIdOf(this, resource));
	} catch (error) {
		throw toNodeApiError(error as Error, this.getNode());
	}
}

/** The custom object that is chosen next to the field, for a resource whose lists belong to custom objects. */
export function customObjectIdOf(
	context: ILoadOptionsFunctions,
	{ name }: Resource,
): string | undefined {
	if (name !== customObjectInstanceType.name) return undefined;
	return chosenCustomObject(context);
}

/**
 * The fields that the newest record of a resource has, and the traits that are defined, by label.
 *
 * @param isOffered of a field with the value that it has there
 */
export async function fieldOptions(
	client: Client,
	resource: Resource,
	customObjectId: string | undefined,
	isOffered: (name: string, value: unknown) => boolean = () => true,
): Promise<INodePropertyOptions[]> {
	const [newest = {}] = await newestRecords(client, resource, customObjectId, 1);
	const names = [...new Set([...(resource.simpleFields ?? []), ...Object.keys(newest)])];
	const fields = names.filter((name) => name !== 'traits' && isOffered(name, newest[name]));
	const traits = (await traitDefinitions(client, resource, customObjectId)) ?? [];
	return [
		...byName(fields.map((value) => ({ name: labelOf(value), value }))),
		...byName(
			traits.map(({ path, label }) => ({
				name: `${String(label ?? path)} (Trait)`,
				value: `traits.${String(path)}`,
			})),
		),
	];
}

/** The records of a resource that changed last. */
export async function newestRecords(
	client: Client,
	{ collection = '' }: Resource,
	customObjectId: string | undefined,
	limit: number,
): Promise<IDataObject[]> {
	const above =
		customObjectId === undefined
			? ''
			: `/customObjects/${pathSegment(customObjectId, 'Custom Object')}`;
	const list = { path: `/resources${above}/${collection}`, query: { sortBy: 'updatedAt' } };
	const sendOne = async (request: ServiceRequest) => await send(client, request);
	return (await readPage(sendOne, list, limit)).records;
}

/**
 * The definitions of the traits that records of a resource may have.
 *
 * @returns `undefined` where the service does not return them
 * Source: docs/beyond.md, 9
 */
export async function traitDefinitions(
	client: Client,
	{ name }: Resource,
	customObjectId: string | undefined,
): Promise<IDataObject[] | undefined> {
	const model = RECORD_TYPES.find((type) => type.name === name)?.traitModel;
	if (model === undefined) return [];
	const { status, body } = await send(client, {
		method: 'GET',
		path: '/resources/customFields',
		query: { model, ...(customObjectId !== undefined && { customObjectId }) },
		handledStatuses: [400, 403, 404, 405],
	});
	if (status >= 400 || !Array.isArray(body)) return undefined;
	return (body as unknown[]).filter(isRecord).filter(({ path }) => typeof path === 'string');
}

export function byName(options: INodePropertyOptions[]): INodePropertyOptions[] {
	return options.sort((a, b) => a.name.localeCompare(b.name));
}
