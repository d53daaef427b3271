import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../run/operation';
import { choiceIn } from '../fields/strict';
import type { RecordType } from '../operations/recordType';
import { VitallyError } from '../errors/vitallyError';

/** What to do about HTML that the service does not keep in the texts of a type. */
export const htmlPolicyOption = ({ noun, plural }: RecordType): INodeProperties => ({
	displayName: 'HTML Policy',
	name: 'htmlPolicy',
	type: 'options',
	options: [
		{
			name: 'Refuse',
			value: 'refuse',
			description: `Refuse a ${noun} that Vitally would not keep as it is`,
		},
		{
			name: 'Report',
			value: 'report',
			description: `Send the ${noun}, and list under 'strippedHtml' of the item what Vitally takes out`,
		},
	],
	default: 'report',
	description: `What to do about HTML that Vitally does not allow in ${plural}`,
});

/** What `reportStrippedHtml` adds. */
export const addsStrippedHtml = { strippedHtml: 'string[]' } as const;

/**
 * Adds what the service does not keep of a text to what comes out of the item.
 *
 * @param stripped tags and attributes, see `strippedHtml`
 * @param field label of the field of the text
 * @throws VitallyError when the item asks for it
 */
export function reportStrippedHtml(item: ItemContext, stripped: string[], field: string): void {
	if (stripped.length === 0) return;
	const policy = { parameter: 'options.htmlPolicy', label: 'HTML Policy' };
	if (choiceIn(item, policy, ['refuse', 'report'], 'report') === 'report') {
		item.annotate({ strippedHtml: stripped });
		return;
	}
	throw new VitallyError(
		`Vitally would strip HTML from the value of '${field}': ${stripped.join(', ')}`,
		"Use only the tags a, img, p, div, br, ul, ol, nl, li, b, u, i, strong, em and code, with href, name and target on links and src, alt, width and height on images. Or choose 'Report' in 'HTML Policy' under 'Options'.",
		{ field },
	);
}
