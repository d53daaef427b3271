import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../Vitally/errors/vitallyError';
import type { ItemContext } from '../Vitally/execution/operation';
import { additionalCollection } from '../Vitally/fields/collections';
import type { ItemParameters } from '../Vitally/fields/itemParameters';
import {
	keyValueFields,
	readKeyValueRows,
	readTraits,
	traitFields,
} from '../Vitally/fields/traits/traits';
import { readOptional, readTop, type BodyField } from '../Vitally/operations/body/bodyField';
import {
	buildTraits,
	repeatedKeyError,
	TRAIT_LABELS,
	type KeyValueLabels,
} from '../Vitally/values/buildTraits';
import { omitUndefined } from '../Vitally/values/json';
import { sharedMessageFields, type ReservedTrait } from './analyticsFields';
import { withMessageId, type TypedMessage } from './analyticsMessage';

/** A type of message (docs/internal/public-facts.md, 6). */
export interface MessageType {
	/** Last part of its path, and its `type` in a batch. */
	type: string;
	/** What a message is about, in running text. */
	noun: string;
	fields: BodyField[];
	additional?: BodyField[];
	/** Fields of which the service requires at least one, with the error when all are empty. */
	anyOf?: { names: string[]; missing: string; remedy: string };
	reservedTraits?: ReservedTrait[];
	/** The key-value pairs of a message; required ones may be an empty object. */
	values?: { kind: 'traits' | 'properties'; isRequired: boolean };
	/** Identifies the record of a message: messages for one record keep the order of the items. */
	recordOf(message: IDataObject): string;
	/** A warning for a message without a recommended field. */
	warningFor?(message: IDataObject): string | undefined;
}

const PROPERTY_LABELS: KeyValueLabels = { noun: 'property', label: 'Properties' };

const VALUES: Record<
	'traits' | 'properties',
	{ fields: INodeProperties[]; read(item: ItemParameters): IDataObject | undefined }
> = {
	traits: { fields: traitFields, read: readTraits },
	properties: {
		fields: keyValueFields('properties', {
			...PROPERTY_LABELS,
			descriptions: {
				key: 'The name of the property',
				form: 'What else to record about the event',
				json: 'A JSON object of property names and values. Dots are part of the name.',
			},
			example: '{ "plan": "gold", "seats": 12 }',
		}),
		read: readProperties,
	},
};

function readProperties(item: ItemParameters): IDataObject | undefined {
	const rows = readKeyValueRows(item, 'properties', PROPERTY_LABELS);
	// An event is new, so no value can be kept or cleared.
	return buildTraits({ ...rows, emptyValues: 'send' }, item.timeZone, PROPERTY_LABELS);
}

/**
 * The message of an item, with the fields that are set. Synchronous, so that messages for one record keep the
 * order of the items.
 *
 * @throws VitallyError for a value that cannot be sent, and for a missing required field
 */
export function readTypedMessage(item: ItemContext, messageType: MessageType): TypedMessage {
	const { type, fields, additional = [], anyOf, values } = messageType;
	const message: Record<string, unknown> = {
		...readTop(item, fields),
		...(values && { [values.kind]: readKeyValues(item, messageType) }),
		...readOptional(item, [...additional, ...sharedMessageFields], 'additionalFields'),
	};
	if (anyOf?.names.every((name) => message[name] === undefined)) {
		throw new VitallyError(anyOf.missing, anyOf.remedy, { field: 'Account External ID' });
	}
	return { type, message: withMessageId(item, omitUndefined(message as IDataObject)) };
}

function readKeyValues(
	item: ItemContext,
	{ values, reservedTraits = [] }: MessageType,
): IDataObject | undefined {
	if (!values) return undefined;
	const entered = VALUES[values.kind].read(item);
	const [atTop, others] = [true, false].map((isAtTop) => fieldsOf(reservedTraits, isAtTop));
	const fields = { ...readTop(item, atTop), ...readOptional(item, others, 'additionalFields') };
	const reserved: IDataObject = {};
	for (const { trait, field } of reservedTraits) {
		const value = fields[field.property.name];
		if (value === undefined) continue;
		const isTwice = entered && Object.hasOwn(entered, trait);
		const isCleared = value === null && entered?.[trait] === null;
		if (isTwice && !isCleared) throw repeatedKeyError(trait, TRAIT_LABELS);
		reserved[trait] = value as IDataObject[string];
	}
	const all = { ...reserved, ...entered };
	return values.isRequired || Object.keys(all).length > 0 ? all : undefined;
}

function fieldsOf(traits: ReservedTrait[], isAtTop: boolean): BodyField[] {
	return traits.filter((one) => (one.isAtTop ?? false) === isAtTop).map(({ field }) => field);
}

/** The fields of the editor for a message, in their order. */
export function messageProperties({
	fields,
	additional = [],
	reservedTraits = [],
	values,
}: MessageType): INodeProperties[] {
	const properties = (of: BodyField[]) => of.map(({ property }) => property);
	return [
		...properties([...fields, ...fieldsOf(reservedTraits, true)]),
		...(values ? VALUES[values.kind].fields : []),
		additionalCollection(
			properties([...additional, ...fieldsOf(reservedTraits, false), ...sharedMessageFields]),
		),
	];
}
