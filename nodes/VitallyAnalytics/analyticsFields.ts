import type { INodeProperties } from 'n8n-workflow';

import {
	DATE_TIME_HINT,
	NOT_IN_TOOLS,
	textProperty,
	timeProperty,
	switchProperty,
} from '../Vitally/fields/properties';
import {
	dateTimeField,
	optionalIdField,
	optionalTextField,
	requiredIdField,
	requiredTextField,
	textField,
	type BodyField,
} from '../Vitally/operations/body/bodyField';

function text(
	displayName: string,
	name: string,
	description: string,
	placeholder?: string,
): INodeProperties {
	return textProperty(displayName, name, {
		...(placeholder !== undefined && { placeholder: `e.g. ${placeholder}` }),
		description,
	});
}

export function required(...field: Parameters<typeof text>): BodyField {
	return requiredTextField({ ...text(...field), required: true });
}

export function requiredId(...field: Parameters<typeof text>): BodyField {
	return requiredIdField({ ...text(...field), required: true });
}

/** A field of a message. */
export interface MessageField extends BodyField {
	/** The trait as which it is sent; from it the service sets the field of the record. */
	trait?: string;
}

/** A text that is not sent when it is blank. */
export function optional(...field: Parameters<typeof text>): BodyField {
	return optionalTextField(text(...field));
}

/** An ID that is not sent when it is blank. */
export function optionalId(...field: Parameters<typeof text>): BodyField {
	return optionalIdField(text(...field));
}

/** A text that is sent as the trait of its name. */
export function traitText(...field: Parameters<typeof text>): MessageField {
	return { ...textField(text(...field)), trait: field[1] };
}

/** The fields of every message (docs/internal/service.md, Analytics API: account message). */
export const sharedMessageFields: BodyField[] = [
	optionalId(
		'Message ID',
		'messageId',
		'Vitally processes each message ID once. If this and the timestamp are empty, the node creates an ID that stays the same on retries.',
	),
	{
		...dateTimeField(
			timeProperty('Timestamp', 'timestamp', {
				description: `${DATE_TIME_HINT}. Defaults to the time Vitally receives the message.`,
			}),
		),
		empty: 'none',
	},
];

export const nameTrait = (noun: string): MessageField =>
	traitText('Name', 'name', `The ${noun}'s name, sent as the trait 'name'`);

export const avatarTrait = (noun: string, image: string): MessageField =>
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
