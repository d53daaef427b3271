import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { Resource } from '../operations/definition/types';
import { readChosenCustomObject } from '../resources/readChosenCustomObject';
import { customObjectInstanceType, RECORD_TYPES } from '../resources/recordTypes';
import { openClient, type Client } from '../transport/client';
import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { send } from '../transport/send';
import { isPlainObject } from '../values/plainObject';

/** What the service may return for a key that cannot read definitions, or where there are none. */
const NOT_READABLE = [400, 403, 404, 405];

/** The custom object that is selected in the node, for the resource whose lists belong to one. */
export function customObjectIdOf(
	context: ILoadOptionsFunctions,
	{ name }: Pick<Resource, 'name'>,
): string | undefined {
	return name === customObjectInstanceType.name ? readChosenCustomObject(context) : undefined;
}

/**
 * The definitions of the traits that records of a resource may have.
 *
 * @returns `undefined` where the service does not return them
 */
export async function fetchTraitDefinitions(
	client: Client,
	{ name }: Pick<Resource, 'name'>,
	customObjectId: string | undefined,
): Promise<IDataObject[] | undefined> {
	const model = modelOf(name);
	if (model === undefined) return [];
	return (await requestDefinitions(client, model, customObjectId)).definitions;
}

/**
 * The definitions of the traits of the selected resource.
 *
 * @param remedy how to continue without them, for the error
 * @throws NodeApiError where the key cannot read them
 */
export async function readTraitDefinitions(
	context: ILoadOptionsFunctions,
	remedy: string,
): Promise<IDataObject[]> {
	try {
		const name = String(context.getCurrentNodeParameter('resource'));
		const customObjectId = customObjectIdOf(context, { name });
		const client = await openClient(context, 'vitallyApi');
		const { status, definitions } = await requestDefinitions(client, modelOf(name), customObjectId);
		if (definitions) return definitions;
		throw new VitallyError(
			'Vitally did not return the trait definitions of this workspace',
			`${remedy} (HTTP ${status})`,
			{ status },
		);
	} catch (error) {
		throw toNodeApiError(error as Error, context.getNode());
	}
}

/** The editor's search over the traits of the selected resource, by label and key. */
export async function searchTraits(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const remedy = "Choose 'By Key' and enter the key of the trait.";
	const definitions = await readTraitDefinitions(this, remedy);
	const wanted = filter.trim().toLowerCase();
	const results = definitions
		.map(({ label, path }) => ({ name: traitNameOf(label, String(path)), value: String(path) }))
		.filter(({ name }) => name.toLowerCase().includes(wanted));
	return { results };
}

function traitNameOf(label: unknown, key: string): string {
	return typeof label === 'string' && label !== '' && label !== key ? `${label} (${key})` : key;
}

function modelOf(resource: string): string | undefined {
	return RECORD_TYPES.find(({ name }) => name === resource)?.traitModel;
}

/** The list has no pages. Source: docs/internal/beyond.md, 9 */
async function requestDefinitions(
	client: Client,
	model: string | undefined,
	customObjectId: string | undefined,
): Promise<{ status: number; definitions?: IDataObject[] }> {
	const { status, body } = await send(client, {
		method: 'GET',
		path: '/resources/customFields',
		query: { model, ...(customObjectId !== undefined && { customObjectId }) },
		handledStatuses: NOT_READABLE,
	});
	if (status >= 400 || !Array.isArray(body)) return { status };
	const hasKey = ({ path }: IDataObject) => typeof path === 'string' && path !== '';
	return { status, definitions: (body as unknown[]).filter(isPlainObject).filter(hasKey) };
}
