import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { strippedHtml } from '../../values/strippedHtml';
import { VitallyError } from '../../errors/vitallyError';

export const htmlPolicyOption: INodeProperties = {
	displayName: 'HTML Policy',
	name: 'htmlPolicy',
	type: 'options',
	options: [
		{
			name: 'Refuse',
			value: 'refuse',
			description: 'Refuse a note that Vitally would not keep as it is',
		},
		{
			name: 'Report',
			value: 'report',
			description:
				"Send the note, and list under 'strippedHtml' of the item what Vitally takes out",
		},
	],
	default: 'report',
	description: 'What to do about HTML that Vitally does not allow in notes',
};

/**
 * Holds the HTML of a note against the service's allow list.
 *
 * @param body of the request; one without `note` holds nothing to report
 * @returns a function that adds the report to the output item, if there is anything to report
 * @throws VitallyError when the item asks for it
 */
export function htmlReporter(
	item: IExecuteSingleFunctions,
	body: IDataObject,
): (record: IDataObject) => IDataObject {
	const stripped = typeof body.note === 'string' ? strippedHtml(body.note) : [];
	if (stripped.length === 0) return (record) => record;
	if (item.getNodeParameter('options.htmlPolicy', 'report') !== 'refuse') {
		return (record) => ({ ...record, strippedHtml: stripped });
	}
	throw new VitallyError(
		`Vitally would strip HTML from the value of 'Note': ${stripped.join(', ')}`,
		"Use only the tags a, img, p, div, br, ul, ol, nl, li, b, u, i, strong, em and code, with href, name and target on links and src, alt, width and height on images. Or choose 'Report' in 'HTML Policy' under 'Options'.",
	);
}
