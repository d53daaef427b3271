import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { runSteps } from '../execution/concurrency';
import type { ItemContext } from '../execution/operation';
import { choiceProperty, type Choice } from '../fields/properties';
import { readChoice } from '../fields/readers';
import type { BodyField } from '../operations/body/bodyField';
import { toHtml, type TextFormat } from '../text/toHtml';

/** A text that is sent as HTML, with the field for the format in which it is entered. */
export interface FormattedText {
	name: string;
	label: string;
	format: Choice<TextFormat>;
}

/**
 * Defines a text that is sent as HTML.
 *
 * @param name the parameter, and the field of the record
 */
export function formattedText(
	name: string,
	label: string,
	formatLabel = `${label} Format`,
): FormattedText {
	const format = choiceProperty<TextFormat>(formatLabel, `${name}Format`, {
		options: [
			{
				name: 'Automatic',
				value: 'auto',
				description: 'HTML if the text begins with an HTML tag, otherwise Markdown',
			},
			{
				name: 'HTML',
				value: 'html',
				description: 'Replace the tags that Vitally does not support with lines and signs',
			},
			{
				name: 'Markdown',
				value: 'markdown',
				description: 'Convert to the HTML that Vitally supports',
			},
			{ name: 'Plain Text', value: 'text', description: 'Keep line breaks and paragraphs' },
		],
		default: 'auto',
		description: `How the text in '${label}' is written`,
	});

	return { name, label, format };
}

export const htmlPolicyOption = choiceProperty('Unsupported HTML', 'htmlPolicy', {
	options: [
		{ name: 'Reject', value: 'reject', description: 'Do not send the text' },
		{
			name: 'Send and Report',
			value: 'report',
			description: "Replace such HTML with lines and signs, and list it in 'strippedHtml'",
		},
	],
	default: 'report',
	description: 'What to do if the text contains HTML that Vitally does not support',
});

export const addsUnsupportedHtml = { strippedHtml: 'string[]' } as const;

/** Returns the field for the format, which is not sent. */
export function formatField({ format }: FormattedText): BodyField {
	return { property: format, empty: 'none', read: () => undefined };
}

/**
 * Converts a text of the body to HTML, and adds `strippedHtml` to the output of the item.
 *
 * @param body is changed: its text becomes HTML
 * @param collection the one that contains the field for the format, if it is in one
 * @throws VitallyError for an unknown format, and for unsupported HTML if the item rejects it
 */
export async function convertToHtml(
	item: ItemContext,
	body: IDataObject,
	{ name, label, format }: FormattedText,
	collection?: string,
): Promise<void> {
	const text = body[name];
	if (typeof text !== 'string') return;

	const steps = toHtml(text, readChoice(item, format, collection));
	const { html, unsupported } = await runSteps(steps);

	body[name] = html;

	if (unsupported.length === 0) return;

	if (readChoice(item, htmlPolicyOption, 'options') === 'report') {
		item.annotate({ strippedHtml: unsupported });

		return;
	}

	throw new VitallyError(
		`'${label}' contains HTML that Vitally does not support: ${unsupported.join(', ')}`,
		"Use only the tags a, img, p, div, br, ul, ol, nl, li, b, u, i, strong, em and code. Links may have href, name and target, images src, alt, width and height. Or choose 'Send and Report' in 'Unsupported HTML' under 'Options'.",
		{ field: label },
	);
}
