import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../run/operation';
import { choiceIn } from '../fields/strict';
import { VitallyError } from '../errors/vitallyError';
import type { RecordType } from '../records/recordType';

/** What to do about HTML that the service does not keep in the texts of a type. */
export const htmlPolicyOption = ({ noun, plural }: RecordType): INodeProperties => ({
	displayName: 'Unsupported HTML',
	name: 'htmlPolicy',
	type: 'options',
	options: [
		{
			name: 'Reject',
			value: 'reject',
			description: `Do not send the ${noun}`,
		},
		{
			name: 'Send and Report',
			value: 'report',
			description: `Send the ${noun}, and list what Vitally removes in 'strippedHtml'`,
		},
	],
	default: 'report',
	description: `What to do if the text contains HTML that Vitally does not support in ${plural}`,
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
	const policy = { parameter: 'options.htmlPolicy', label: 'Unsupported HTML' };
	if (choiceIn(item, policy, ['reject', 'report'], 'report') === 'report') {
		item.annotate({ strippedHtml: stripped });
		return;
	}
	throw new VitallyError(
		`Vitally would strip HTML from the value of '${field}': ${stripped.join(', ')}`,
		"Use only the tags a, img, p, div, br, ul, ol, nl, li, b, u, i, strong, em and code, with href, name and target on links and src, alt, width and height on images. Or choose 'Send and Report' in 'Unsupported HTML' under 'Options'.",
		{ field },
	);
}
