import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import { readEnum } from '../fields/readers';
import type { RecordType } from '../records/recordType';

/** What to do with HTML that the service does not keep in the texts of a type. */
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

/** What `reportUnsupportedHtml` adds. */
export const addsUnsupportedHtml = { strippedHtml: 'string[]' } as const;

/**
 * Adds what the service does not keep of a text to the output of the item.
 *
 * @param unsupported tags and attributes, see `unsupportedHtml`
 * @param field label of the field of the text
 * @throws VitallyError if the item rejects such HTML
 */
export function reportUnsupportedHtml(
	item: ItemContext,
	unsupported: string[],
	field: string,
): void {
	if (unsupported.length === 0) return;
	const policy = { parameter: 'options.htmlPolicy', label: 'Unsupported HTML' };
	if (readEnum(item, policy, ['reject', 'report'], 'report') === 'report') {
		item.annotate({ strippedHtml: unsupported });
		return;
	}
	throw new VitallyError(
		`Vitally would strip HTML from the value of '${field}': ${unsupported.join(', ')}`,
		"Use only the tags a, img, p, div, br, ul, ol, nl, li, b, u, i, strong, em and code, with href, name and target on links and src, alt, width and height on images. Or choose 'Send and Report' in 'Unsupported HTML' under 'Options'.",
		{ field },
	);
}
