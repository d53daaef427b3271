import { HttpError } from '../httpError.cts';
import type { CustomField } from './customObjects.cts';
import { getCustomObject } from './customObjects.cts';
import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';

export type TraitModel =
	| 'accounts'
	| 'conversations'
	| 'customObjects'
	| 'notes'
	| 'organizations'
	| 'projects'
	| 'tasks'
	| 'team'
	| 'users';

/** The definition of a trait (docs/internal/beyond.md, 9); custom objects contain their own. */
export interface TraitDefinition extends Row {
	model: TraitModel;
	label: string;
	/** The key in `traits`. */
	path: string;
	type: string;
	options: { label: string; value: string }[] | null;
}

function definitionView({ id, createdAt, label, path, type, options }: TraitDefinition) {
	return { id, createdAt, label, path, type, options: options ?? undefined };
}

/**
 * Returns all definitions, or those of a model, in the order of their labels (docs/internal/beyond.md, 9).
 *
 * @throws HttpError 400 if only one of `customObjects` and `customObjectId` is there
 */
export function traitDefinitions(
	state: ServiceState,
	{ model, customObjectId }: { model?: string; customObjectId?: string },
): CustomField[] {
	if ((model === 'customObjects') !== (customObjectId !== undefined)) {
		throw new HttpError(400, 'customObjectId is needed for customObjects, and for nothing else.');
	}

	const definitions = [...state.traitDefinitions.all()]
		.filter((definition) => model === undefined || definition.model === model)
		.map(definitionView);
	const all = [...fieldsOfCustomObjects(state, { model, customObjectId }), ...definitions];

	return all.sort((a, b) => a.label.localeCompare(b.label));
}

/** Returns the fields of a custom object, or without a model those of all. */
function fieldsOfCustomObjects(
	state: ServiceState,
	{ model, customObjectId }: { model?: string; customObjectId?: string },
): CustomField[] {
	if (customObjectId) return getCustomObject(state, customObjectId).customFields;
	if (model !== undefined) return [];

	return [...state.customObjects.all()].flatMap(({ customFields }) => customFields);
}
