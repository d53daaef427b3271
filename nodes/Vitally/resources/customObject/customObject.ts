import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { locatorField, locatorOf } from '../../fields/locators';
import type { Show } from '../../fields/show';
import type { Explanation } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';

/** The prefix is not in the document (docs/public-facts.md, 4.12). */
export const CUSTOM_OBJECTS = '/resources/customObjects';

export function customObjectLocator(show: Show): INodeProperties {
	return locatorField({
		name: 'customObjectId',
		displayName: 'Custom Object',
		record: 'custom object',
		search: 'searchCustomObjects',
		description: 'The custom object to use, for example the one for deals',
		show,
	});
}

/** The path of the custom object that an item names; custom objects have no external id. */
export function customObjectPath(item: IExecuteSingleFunctions): string {
	return `${CUSTOM_OBJECTS}/${pathSegment(pickedCustomObject(item), 'Custom Object')}`;
}

function pickedCustomObject(item: IExecuteSingleFunctions): unknown {
	return locatorOf(item, 'customObjectId').value;
}

/** The text for a custom object that is not there. */
export function explainCustomObject(
	item: IExecuteSingleFunctions,
): (status: number) => Explanation | undefined {
	return (status) =>
		status === 404
			? {
					message: `The custom object "${String(pickedCustomObject(item))}" was not found`,
					description:
						"Check the value of 'Custom Object': it must be the ID, not the name, and belong to the tenant of the credential.",
				}
			: undefined;
}
