import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { ALL_MODES, parseLocator } from '../fields/locators';
import { pathSegment } from '../transport/pathSegment';

/**
 * The ID of the custom object that is chosen beside the field.
 *
 * @throws VitallyError where it is named in another way, which is only looked up when the node runs
 */
export function readChosenCustomObject(context: ILoadOptionsFunctions): string {
	const stored: unknown = context.getCurrentNodeParameter('customObjectId');
	const { mode, value } = parseLocator(stored, 'customObjectId', ALL_MODES);
	if (mode !== 'name' && mode !== 'url') {
		pathSegment(value, 'Custom Object');
		return String(value);
	}
	throw new VitallyError(
		"The list needs the ID of the 'Custom Object'",
		"Choose 'Custom Object' from the list or by ID to see it. When the node runs, a name or a link works too.",
	);
}

/** The path of the same. */
export function chosenCustomObjectPath(context: ILoadOptionsFunctions): string {
	const id = pathSegment(readChosenCustomObject(context), 'Custom Object');
	return `/resources/customObjects/${id}`;
}
