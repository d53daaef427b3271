import type { INodeProperties } from 'n8n-workflow';

import {
	DATE_TIME_HINT,
	NOT_IN_TOOLS,
	textProperty,
	timeProperty,
} from '../Vitally/fields/properties';
import {
	dateTimeField,
	optionalTextField,
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

/** A field that is sent as a trait, from which the service sets a field of the record. */
export interface ReservedTrait {
	trait: string;
	field: BodyField;
	/** Whether the field is above the traits; otherwise it is under 'Additional Fields'. */
	isAtTop?: boolean;
}

/** A text that is not sent when it is blank. */
export function optional(...field: Parameters<typeof text>): BodyField {
	return optionalTextField(text(...field));
}

export function traitText(...field: Parameters<typeof text>): BodyField {
	return textField(text(...field));
}

/** The fields of every message (docs/internal/service.md, Analytics API: account message). */
export const sharedMessageFields: BodyField[] = [
	optional(
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

/**
 * Name and avatar of an account, organization or user, which are sent as traits.
 *
 * @param nameField changes the field for the name
 */
export const profileTraits = (
	noun: string,
	image: string,
	nameField = (field: BodyField) => field,
): ReservedTrait[] => [
	{
		trait: 'name',
		field: nameField(traitText('Name', 'name', `The ${noun}'s name, sent as the trait 'name'`)),
		isAtTop: true,
	},
	{
		trait: 'avatar',
		field: traitText(
			'Avatar',
			'avatar',
			`The address of the ${noun}'s ${image}, sent as the trait 'avatar'`,
			'https://example.com/logo.png',
		),
	},
];

export const batchOption: INodeProperties = {
	displayName: 'Batch',
	name: 'batch',
	type: 'boolean',
	default: true,
	description:
		'Whether to send up to 100 items per request. If Vitally rejects a batch, it is split until each rejected item is reported separately.',
	displayOptions: NOT_IN_TOOLS,
};
