import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import type { RecordType } from '../../records/recordType';
import { readRecordId, resolveValue } from '../../records/resolveId';
import type { SendContext } from '../../transport/client';
import { isPlainObject, omitUndefined } from '../../values/json/json';
import { DefinedTraits, type DefinedTrait } from '../../values/traits/definedTraits';
import { traitTypeOf, type TraitType } from '../../values/traits/traitValue';

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
	const withKey = definitions.filter(hasKey);
	// A list of something else says nothing about traits.
	if (withKey.length === 0 && body.length > 0) return { status };

	return { status, definitions: withKey };
}

/**
 * The traits that are defined for an item's resource; read once per run. Where the service does not return them, a hint
 * says so.
 *
 * @param definedBy the type of the record that defines them, if they are not those of the workspace
 * @param sentInstead what is sent without them, for the hint
 * @returns `undefined` where the service does not return the definitions
 */
export async function readDefinedTraits(
	item: ItemContext,
	definedBy: RecordType | undefined,
	sentInstead = 'values were sent as they came',
): Promise<DefinedTraits | undefined> {
	const resource = String(item.param('resource'));
	if (TRAIT_MODELS[resource] === undefined) return undefined;

	const customObjectId = await readOwnerOfTraits(item, definedBy);

	// The Custom Object belongs to the key: each has traits of its own.
	const { status, defined } = await item.oncePerRun(
		`traits ${resource} ${customObjectId}`,
		async () => {
			const answer = await requestTraitDefinitions(item, resource, customObjectId);
			const { definitions } = answer;

			return {
				status: answer.status,
				defined: definitions && new DefinedTraits(definitions.map(definedTraitOf)),
			};
		},
	);

	if (!defined) {
		item.hint?.(`The types of the traits could not be read (HTTP ${status}); ${sentInstead}.`);
	}

	return defined;
}

/** The Vitally ID of the record that defines the traits of an item; `undefined` for those of the workspace. */
export async function readOwnerOfTraits(
	item: ItemContext,
	definedBy: RecordType | undefined,
): Promise<string | undefined> {
	return definedBy && String(await resolveValue(item, readRecordId(item, definedBy)));
}

function definedTraitOf({ path, label, type }: IDataObject): DefinedTrait {
	return {
		key: String(path),
		label: typeof label === 'string' && label !== '' ? label : undefined,
		type: traitTypeOf(type),
	};
}

/** The types of the defined traits, by key; of none where the service does not return the definitions. */
export async function readTraitTypes(
	item: ItemContext,
	definedBy?: RecordType,
): Promise<ReadonlyMap<string, TraitType>> {
	const defined = await readDefinedTraits(item, definedBy);

	return defined?.types ?? new Map<string, TraitType>();
}
