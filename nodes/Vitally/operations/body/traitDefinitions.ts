import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import type { RecordType } from '../../records/recordType';
import { readRecordId, resolveValue } from '../../records/resolveId';
import type { SendContext } from '../../transport/client';
import { isPlainObject, omitUndefined } from '../../values/json';
import { traitTypeOf, type TraitType } from '../../values/traitValue';

/** The `model` of the definitions of the traits of a resource (docs/internal/beyond.md, 9). */
export const TRAIT_MODELS: Readonly<Record<string, string | undefined>> = {
	account: 'accounts',
	conversation: 'conversations',
	customObjectInstance: 'customObjects',
	note: 'notes',
	organization: 'organizations',
	project: 'projects',
	task: 'tasks',
	user: 'users',
};

/** What the service may return for a key that cannot read definitions, or where there are none. */
const NOT_READABLE = [400, 403, 404, 405];

/**
 * The definitions of the traits of a resource; the list has no pages.
 *
 * @param customObjectId Vitally ID of the custom object, for its instances
 * @returns the status, and the definitions: none where the service does not return them, an empty list where there
 * are no traits
 */
export async function requestTraitDefinitions(
	context: SendContext,
	resource: string,
	customObjectId?: string,
): Promise<{ status: number; definitions?: IDataObject[] }> {
	const model = TRAIT_MODELS[resource];
	if (model === undefined) return { status: 200, definitions: [] };

	const { status, body } = await context.send({
		method: 'GET',
		path: '/resources/customFields',
		query: omitUndefined({ model, customObjectId }),
		handledStatuses: NOT_READABLE,
	});
	if (!Array.isArray(body)) return { status };

	const definitions = (body as unknown[]).filter(isPlainObject);
	const hasKey = ({ path }: IDataObject) => typeof path === 'string' && path !== '';

	return { status, definitions: definitions.filter(hasKey) };
}

/**
 * The types of the defined traits of an item's resource, by key; read once per run.
 *
 * @param definedBy the type of the record that defines them, if they are not those of the workspace
 * @returns no types where the service does not return the definitions
 */
export async function readTraitTypes(
	item: ItemContext,
	definedBy?: RecordType,
): Promise<ReadonlyMap<string, TraitType>> {
	const resource = String(item.param('resource'));
	const customObjectId =
		definedBy && String(await resolveValue(item, readRecordId(item, definedBy)));

	// The Custom Object belongs to the key: each has traits of its own.
	return await item.oncePerRun(`types of traits ${resource} ${customObjectId}`, async () => {
		const { definitions = [] } = await requestTraitDefinitions(item, resource, customObjectId);

		const types = new Map<string, TraitType>();

		for (const { path, type } of definitions) {
			const known = traitTypeOf(type);
			if (known) types.set(String(path), known);
		}

		return types;
	});
}
