import type { INodeProperties } from 'n8n-workflow';

import {
	DATE_TIME_HINT,
	NOT_IN_TOOLS,
	textProperty,
	switchProperty,
} from '../Vitally/fields/properties';
import {
	dateTimeFieldNamed,
	optionalIdField,
	optionalTextField,
	requiredIdField,
	requiredTextField,
	textField,
	type BodyField,
} from '../Vitally/operations/body/bodyField';

type Text = [displayName: string, name: string, description: string, example?: string];

function textReadBy<Field extends BodyField>(
	field: (property: INodeProperties) => Field,
	more: Partial<INodeProperties> = {},
) {
	return (...[displayName, name, description, example]: Text): Field => {
		const placeholder = example !== undefined && { placeholder: `e.g. ${example}` };

		return field(textProperty(displayName, name, { description, ...placeholder, ...more }));
	};
}

export const required = textReadBy(requiredTextField, { required: true });
export const requiredId = textReadBy(requiredIdField, { required: true });
/** Neither a text nor an ID is sent when it is blank. */
export const optional = textReadBy(optionalTextField);
export const optionalId = textReadBy(optionalIdField);

/** A text that is sent as the trait of its name. */
export const traitText = textReadBy((property) => ({
	...textField(property),
	trait: property.name,
}));

/** The fields of every message (docs/internal/service.md, Analytics API: account message). */
export const sharedMessageFields: BodyField[] = [
	optionalId(
		'Message ID',
		'messageId',
		'Vitally processes each message ID once. If this and the timestamp are empty, the node creates an ID that stays the same on retries.',
	),
	{
		...dateTimeFieldNamed('Timestamp', 'timestamp', {
			description: `${DATE_TIME_HINT}. Defaults to the time Vitally receives the message.`,
		}),
		empty: 'none',
	},
];

export const nameTrait = (noun: string): BodyField =>
	traitText('Name', 'name', `The ${noun}'s name, sent as the trait 'name'`);

export const avatarTrait = (noun: string, image: string): BodyField =>
	traitText(
		'Avatar',
		'avatar',
		`The address of the ${noun}'s ${image}, sent as the trait 'avatar'`,
		'https://example.com/logo.png',
	);

export const batchOption = switchProperty('Batch', 'batch', {
	default: true,
	description:
		'Whether to send up to 100 items per request. If Vitally rejects a batch, it is split to find the rejected items.',
	displayOptions: NOT_IN_TOOLS,
});
