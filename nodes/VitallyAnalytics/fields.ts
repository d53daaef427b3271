import type { INodeProperties } from 'n8n-workflow';

import { textProperty, timeProperty, DATE_TIME_HINT } from '../Vitally/fields/properties';
import {
	optionalTextField,
	requiredTextField,
	type BodyField,
} from '../Vitally/operations/body/bodyField';
import { utcDateTime } from '../Vitally/values/dates';
import { isEmpty } from '../Vitally/values/emptyValues';

/** A text field of the editor. */
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

/** A required text. */
export function required(...field: Parameters<typeof text>): BodyField {
	return requiredTextField({ ...text(...field), required: true });
}

/** The same where it may be left blank, and is not sent then. */
export function optional(...field: Parameters<typeof text>): BodyField {
	return optionalTextField(text(...field));
}

/** A time that may be left blank, and is not sent then. */
export function optionalTime(displayName: string, name: string, description: string): BodyField {
	return {
		property: timeProperty(displayName, name, { description }),
		read: (item, parameter) => {
			const value = item.param(parameter);
			return isEmpty(value) ? undefined : utcDateTime(value, displayName, item.timeZone);
		},
	};
}

/** Every message has them (docs/service.md, Analytics API: account message). */
export const sharedMessageFields: BodyField[] = [
	optional(
		'Message ID',
		'messageId',
		'Vitally processes each message ID once. If this and the timestamp are empty, the node creates an ID that stays the same on retries.',
	),
	optionalTime(
		'Timestamp',
		'timestamp',
		`${DATE_TIME_HINT}. Defaults to the time Vitally receives the message.`,
	),
];

/** The fields that name the record itself. */
export const nameTraitField = (description: string) => optional('Name', 'name', description);
export const avatarTraitField = (description: string) =>
	optional('Avatar', 'avatar', description, 'https://example.com/logo.png');

export const batchOption: INodeProperties = {
	displayName: 'Batch',
	name: 'batch',
	type: 'boolean',
	default: true,
	description:
		'Whether to send up to 100 items per request. If Vitally rejects a batch, it is split until each rejected item is reported separately.',
};
