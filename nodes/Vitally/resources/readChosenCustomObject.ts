import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { ALL_MODES, parseLocator } from '../fields/locators';
import { pathSegment } from '../transport/pathSegment';

/**
 * Reads the ID in the field 'Custom Object' of the open node.
 *
 * @returns the Vitally ID
 * @throws VitallyError for a name or a link, which are only looked up when the node runs
 */
export function readChosenCustomObject(context: ILoadOptionsFunctions): string {
	const stored: unknown = context.getCurrentNodeParameter('customObjectId');
	const { mode, value } = parseLocator(stored, 'Custom Object', ALL_MODES);

	if (mode === 'name' || mode === 'url') {
		throw new VitallyError(
			"The list needs the ID of the 'Custom Object'",
			"Choose 'Custom Object' from the list or by ID to see it. When the node runs, a name or a link also works.",
		);
	}

	// This throws for what cannot be an ID.
	pathSegment(value, 'Custom Object');

	return String(value);
}

/** Returns the path of the custom object that is chosen in the open node. Errors as `readChosenCustomObject`. */
export function chosenCustomObjectPath(context: ILoadOptionsFunctions): string {
	const id = pathSegment(readChosenCustomObject(context), 'Custom Object');

	return `/resources/customObjects/${id}`;
}
