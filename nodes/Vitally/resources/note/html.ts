import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../../run/operation';
import { strippedHtml } from '../../values/strippedHtml';
import { choiceIn } from '../../fields/strict';
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

/** What `reportStrippedHtml` adds. */
export const addsStrippedHtml = { strippedHtml: 'string[]' } as const;

/**
 * Holds the HTML of a note against the service's allow list, and adds what the service will take out to
 * what comes out of the item.
 *
 * @param note the text that is sent; `undefined` holds nothing to report
 * @throws VitallyError when the item asks for it
 */
export function reportStrippedHtml(item: ItemContext, note: unknown): void {
	const stripped = typeof note === 'string' ? strippedHtml(note) : [];
	if (stripped.length === 0) return;
	const policy = { parameter: 'options.htmlPolicy', label: 'HTML Policy' };
	if (choiceIn(item, policy, ['refuse', 'report'], 'report') === 'report') {
		item.annotate({ strippedHtml: stripped });
		return;
	}
	throw new VitallyError(
		`Vitally would strip HTML from the value of 'Note': ${stripped.join(', ')}`,
		"Use only the tags a, img, p, div, br, ul, ol, nl, li, b, u, i, strong, em and code, with href, name and target on links and src, alt, width and height on images. Or choose 'Report' in 'HTML Policy' under 'Options'.",
		{ field: 'Note' },
	);
}
