import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemParameters } from '../../fields/itemParameters';
import { choiceIn, switchIn } from '../../fields/strict';
import type { BodyField } from '../../operations/bodyField';
import type { ItemContext } from '../../run/operation';
import { htmlToMarkdown } from '../../values/markdown/fromHtml';
import { TEXT_FORMATS, writtenHtml } from '../../values/markdown/toHtml';

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

/** What `writeHtml` adds. */
export const addsStrippedHtml = { strippedHtml: 'string[]' } as const;

/** A text that is sent as HTML, and how it was written. */
export interface FormattedText {
	/** Its name in the body. */
	name: string;
	label: string;
	format: INodeProperties;
}

const FORMATS: INodePropertyOptions[] = [
	{
		name: 'Automatic',
		value: 'auto',
		description: 'HTML if the text begins with an HTML tag, otherwise Markdown',
	},
	{ name: 'HTML', value: 'html', description: 'Send the text as it is' },
	{ name: 'Markdown', value: 'markdown', description: 'Convert to the HTML that Vitally supports' },
	{ name: 'Plain Text', value: 'text', description: 'Keep line breaks and paragraphs' },
];

/** A text with the field for its format. */
export function formattedText(name: string, label: string): FormattedText {
	const format: INodeProperties = {
		displayName: `${label} Format`,
		name: `${name}Format`,
		type: 'options',
		options: FORMATS,
		default: 'auto',
		description: `How the text in '${label}' is written`,
	};
	return { name, label, format };
}

/** The field for the format of a text, which is not sent. */
export function formatField({ format }: FormattedText): BodyField {
	return { property: format, empty: 'none', read: () => undefined };
}

/**
 * Converts a text of the body to HTML, holds it against the service's allow list, and adds what the
 * service does not keep to what comes out of the item.
 *
 * @param collection that holds the format, if it does not stand at the top
 * @throws VitallyError for an unknown format, and for what is not kept when the item asks for it
 */
export function writeHtml(
	item: ItemContext,
	body: IDataObject,
	{ name, label, format }: FormattedText,
	collection?: string,
): void {
	const text = body[name];
	if (typeof text !== 'string' || text === '') return;
	const parameter = collection ? `${collection}.${format.name}` : format.name;
	const choice = { parameter, label: format.displayName };
	const { html, stripped } = writtenHtml(text, choiceIn(item, choice, TEXT_FORMATS, 'auto'));
	body[name] = html;
	if (stripped.length === 0) return;
	const policy = { parameter: 'options.htmlPolicy', label: 'HTML Policy' };
	if (choiceIn(item, policy, ['refuse', 'report'], 'report') === 'report') {
		item.annotate({ strippedHtml: stripped });
		return;
	}
	throw new VitallyError(
		`Vitally would strip HTML from the value of '${label}': ${stripped.join(', ')}`,
		"Use only the tags a, img, p, div, br, ul, ol, nl, li, b, u, i, strong, em and code, with href, name and target on links and src, alt, width and height on images. Or choose 'Report' in 'HTML Policy' under 'Options'.",
		{ field: label },
	);
}

/** Turns the HTML of a text that is read into Markdown, if the item asks for it. */
export const asMarkdownOption = ({ label }: FormattedText): INodeProperties => ({
	displayName: 'As Markdown',
	name: 'asMarkdown',
	type: 'boolean',
	default: false,
	description: `Whether to return the HTML of '${label}' as Markdown`,
});

/** @returns what becomes of a record that is read */
export function markdownOf(
	item: ItemParameters,
	{ name }: FormattedText,
): (record: IDataObject) => IDataObject {
	const choice = { parameter: 'options.asMarkdown', label: 'As Markdown' };
	if (!switchIn(item, choice, false)) return (record) => record;
	return (record) => {
		const html = record[name];
		return typeof html === 'string' ? { ...record, [name]: htmlToMarkdown(html) } : record;
	};
}
