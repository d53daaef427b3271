import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../Vitally/errors/vitallyError';
import type { ItemContext } from '../Vitally/execution/operation';
import { additionalCollection } from '../Vitally/fields/collections';
import type { ItemParameters } from '../Vitally/fields/itemParameters';
import { traitFields, readTraits } from '../Vitally/fields/traits/traits';
import type { BodyField } from '../Vitally/operations/body/bodyField';
import { TRAIT_LABELS, repeatedKeyError } from '../Vitally/values/buildTraits';
import { omitUndefined } from '../Vitally/values/plainObject';
import { sharedMessageFields } from './fields';
import { withMessageId, type TypedMessage } from './message';
import { readProperties, propertyFields } from './properties';

/** A type of message (docs/public-facts.md, 6). */
export interface MessageType {
	/** Last part of its path, and its `type` in a batch. */
	type: string;
	/** What texts call a message of the type. */
	noun: string;
	/** What the service requires, at the top. */
	required: BodyField[];
	/** Others at the top. */
	more?: BodyField[];
	/** What the user adds. */
	additional?: BodyField[];
	/** Names of fields of which the service wants one at least, with how to get there. */
	anyOf?: { names: string[]; missing: string; remedy: string };
	/** Fields that travel as traits: the service sets fields of the record from them. */
	reservedTraits?: ReservedTrait[];
	/** The keyed values of a message; required ones may be empty. */
	values?: { kind: 'traits' | 'properties'; isRequired: boolean };
	/** The record that a message is about: messages about one record keep the order of the items. */
	recordOf(message: IDataObject): string;
	/** What the service only recommends and the message lacks. */
	warningFor?(message: IDataObject): string | undefined;
}

/** A field that travels as a trait. */
export interface ReservedTrait {
	/** Key of the trait. */
	trait: string;
	field: BodyField;
	isAtTop?: boolean;
}

const VALUES: Record<
	'traits' | 'properties',
	{ fields: INodeProperties[]; read(item: ItemParameters): IDataObject | undefined }
> = {
	traits: { fields: traitFields, read: readTraits },
	properties: { fields: propertyFields, read: readProperties },
};

/**
 * The message of an item: what was set, and nothing else. It is read without waiting, so that messages
 * about one record keep the order of the items.
 *
 * @throws VitallyError for a value that cannot be sent, and for a message that lacks what it needs
 */
export function readMessage(item: ItemContext, messageType: MessageType): TypedMessage {
	const { type, required, more = [], additional = [], anyOf, values } = messageType;
	const message: Record<string, unknown> = {};
	for (const { property, read } of [...required, ...more]) {
		message[property.name] = read(item, property.name);
	}
	if (values) message[values.kind] = keyedValues(item, messageType);
	for (const { property, read } of [...additional, ...sharedMessageFields]) {
		message[property.name] = read(item, `additionalFields.${property.name}`);
	}
	if (anyOf?.names.every((name) => message[name] === undefined)) {
		throw new VitallyError(anyOf.missing, anyOf.remedy, { field: 'Account ID' });
	}
	return { type, message: withMessageId(item, omitUndefined(message as IDataObject)) };
}

function keyedValues(
	item: ItemContext,
	{ values, reservedTraits = [] }: MessageType,
): IDataObject | undefined {
	if (!values) return undefined;
	const entered = VALUES[values.kind].read(item);
	const reserved: IDataObject = {};
	for (const { trait, field, isAtTop } of reservedTraits) {
		const { name } = field.property;
		const value = field.read(item, isAtTop ? name : `additionalFields.${name}`);
		if (value === undefined) continue;
		if (entered && Object.hasOwn(entered, trait)) throw repeatedKeyError(trait, TRAIT_LABELS);
		reserved[trait] = value as IDataObject[string];
	}
	const all = { ...reserved, ...entered };
	return values.isRequired || Object.keys(all).length > 0 ? all : undefined;
}

/** The fields of the editor for a message, in the order in which they are shown. */
export function messageProperties({
	required,
	more = [],
	additional = [],
	reservedTraits = [],
	values,
}: MessageType): INodeProperties[] {
	const reserved = (isAtTop: boolean) =>
		reservedTraits.filter((one) => (one.isAtTop ?? false) === isAtTop).map(({ field }) => field);
	const properties = (fields: BodyField[]) => fields.map(({ property }) => property);
	return [
		...properties([...required, ...more, ...reserved(true)]),
		...(values ? VALUES[values.kind].fields : []),
		additionalCollection(properties([...additional, ...reserved(false), ...sharedMessageFields])),
	];
}
