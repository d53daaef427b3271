import type { INodeProperties } from 'n8n-workflow';

import {
	DATE_TIME_HINT,
	NOT_IN_TOOLS,
	textProperty,
	timeProperty,
} from '../Vitally/fields/properties';
import {
	optionalTextField,
	requiredTextField,
	type BodyField,
} from '../Vitally/operations/body/bodyField';
import { utcDateTime } from '../Vitally/values/dates';
import { isEmpty } from '../Vitally/values/emptyValues';

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
	/** Key of the trait. */
	trait: string;
	field: BodyField;
	/** Whether the field is above the traits; otherwise it is under 'Additional Fields'. */
	isAtTop?: boolean;
}

/** A text that is not sent when it is blank. */
export function optional(...field: Parameters<typeof text>): BodyField {
	return optionalTextField(text(...field));
}

/** A time that is not sent when it is blank. */
export function optionalTime(displayName: string, name: string, description: string): BodyField {
	return {
		property: timeProperty(displayName, name, { description }),
		read: (item, parameter) => {
			const value = item.param(parameter);
			return isEmpty(value) ? undefined : utcDateTime(value, displayName, item.timeZone);
		},
	};
}

/** The fields of every message (docs/internal/service.md, Analytics API: account message). */
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

/** Name and avatar of an account, organization or user, which are sent as traits. */
export const profileTraits = (noun: string, image: string): ReservedTrait[] => [
	{
		trait: 'name',
		field: optional('Name', 'name', `The ${noun}'s name, sent as the trait 'name'`),
		isAtTop: true,
	},
	{
		trait: 'avatar',
		field: optional(
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
