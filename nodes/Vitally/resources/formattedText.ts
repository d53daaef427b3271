import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import { readEnum, readBoolean } from '../fields/readers';
import type { BodyField } from '../operations/body/bodyField';
import { htmlToMarkdown } from '../text/htmlToMarkdown';
import { TEXT_FORMATS, toHtml } from '../text/toHtml';
import { reportUnsupportedHtml } from './html';

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
export function formattedText(
	name: string,
	label: string,
	formatLabel = `${label} Format`,
): FormattedText {
	const format: INodeProperties = {
		displayName: formatLabel,
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
 * Converts a text of the body to HTML, and adds what Vitally does not keep to the output of the item.
 *
 * @param collection that contains the format, if it is not at the top
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
	const { html, unsupported } = toHtml(text, readEnum(item, choice, TEXT_FORMATS, 'auto'));
	body[name] = html;
	reportUnsupportedHtml(item, unsupported, label);
}

/** Converts the HTML of a text that is read to Markdown, if it is turned on. */
export const asMarkdownOption = ({ name: field }: FormattedText): INodeProperties => ({
	displayName: 'As Markdown',
	name: 'asMarkdown',
	type: 'boolean',
	default: false,
	description: `Whether to return the HTML of '${field}' as Markdown`,
});

/** @returns the conversion of a record that is read */
export function markdownOf(
	item: ItemParameters,
	{ name }: FormattedText,
): (record: IDataObject) => IDataObject {
	const choice = { parameter: 'options.asMarkdown', label: 'As Markdown' };
	if (!readBoolean(item, choice, false)) return (record) => record;
	return (record) => {
		const html = record[name];
		return typeof html === 'string' ? { ...record, [name]: htmlToMarkdown(html) } : record;
	};
}
