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
	return { id, createdAt, label, path, type, ...(options && { options }) };
}

/** All definitions, or those of a model, in the order of their labels (docs/internal/beyond.md, 9). */
export function traitDefinitions(
	state: ServiceState,
	{ model, customObjectId }: { model?: string; customObjectId?: string },
): CustomField[] {
	if ((model === 'customObjects') !== (customObjectId !== undefined)) {
		throw new HttpError(400, 'customObjectId is needed for customObjects, and for nothing else.');
	}

	const objects = customObjectId
		? [getCustomObject(state, customObjectId)]
		: [...state.customObjects.all()].filter(() => model === undefined);
	const others = [...state.traitDefinitions.all()]
		.filter((definition) => model === undefined || definition.model === model)
		.map(definitionView);
	const all = [...objects.flatMap(({ customFields }) => customFields), ...others];

	return all.sort((a, b) => a.label.localeCompare(b.label));
}
