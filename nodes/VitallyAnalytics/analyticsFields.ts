import type { INodeProperties } from 'n8n-workflow';

import {
	DATE_TIME_HINT,
	NOT_IN_TOOLS,
	textProperty,
	switchProperty,
} from '../Vitally/fields/properties';
import {
	dateTimeFieldNamed,
	emailField,
	optionalIdField,
	optionalTextField,
	requiredIdField,
	requiredTextField,
	textField,
	type BodyField,
} from '../Vitally/operations/body/bodyField';

/** A text in the editor. */
interface TextDefinition {
	displayName: string;
	name: string;
	description: string;
	/** Example of a value. */
	example?: string;
}

/** The fields of every message (docs/internal/service.md, Analytics API: account message). */
export const sharedMessageFields: BodyField[] = [
	optionalId({
		displayName: 'Message ID',
		name: 'messageId',
		description:
			'Vitally processes each message ID once. If this and the timestamp are empty, the node creates an ID that stays the same on retries in workflows.',
	}),
	{
		...dateTimeFieldNamed('Timestamp', 'timestamp', {
			description: `${DATE_TIME_HINT}. Defaults to the time Vitally receives the message.`,
		}),
		empty: 'none',
	},
];

export const batchOption = switchProperty('Batch', 'batch', {
	default: true,
	description:
		'Whether to send up to 100 items per request. If Vitally rejects a batch, it is split to find the rejected items.',
	displayOptions: NOT_IN_TOOLS,
});

export function requiredText(definition: TextDefinition): BodyField {
	return requiredTextField({ ...propertyOf(definition), required: true });
}

export function requiredId(definition: TextDefinition): BodyField {
	return requiredIdField({ ...propertyOf(definition), required: true });
}

/** A text that is not sent when it is blank. */
export function optionalText(definition: TextDefinition): BodyField {
	return optionalTextField(propertyOf(definition));
}

/** An ID that is not sent when it is blank. */
export function optionalId(definition: TextDefinition): BodyField {
	return optionalIdField(propertyOf(definition));
}

/** A text that is sent as the trait of its name. */
function traitText(definition: TextDefinition): BodyField {
	return { ...textField(propertyOf(definition)), trait: definition.name };
}

/** An email address that is sent as the trait of its name. */
export function traitEmail(definition: TextDefinition): BodyField {
	return { ...emailField(propertyOf(definition)), trait: definition.name };
}

export function nameTrait(noun: string): BodyField {
	return traitText({
		displayName: 'Name',
		name: 'name',
		description: `The ${noun}'s name, sent as the trait 'name'`,
	});
}

/** @param image what the avatar is: a logo or a picture */
export function avatarTrait(noun: string, image: string): BodyField {
	return traitText({
		displayName: 'Avatar',
		name: 'avatar',
		description: `The address of the ${noun}'s ${image}, sent as the trait 'avatar'`,
		example: 'https://example.com/logo.png',
	});
}

function propertyOf({ displayName, name, description, example }: TextDefinition): INodeProperties {
	const property = textProperty(displayName, name, { description });
	if (example !== undefined) property.placeholder = `e.g. ${example}`;

	return property;
}
