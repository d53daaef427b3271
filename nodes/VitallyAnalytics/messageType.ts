import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../Vitally/errors/vitallyError';
import type { ItemContext } from '../Vitally/execution/operation';
import { additionalCollection } from '../Vitally/fields/collections';
import type { ItemParameters } from '../Vitally/fields/itemParameters';
import { keyValueFields, readKeyValues } from '../Vitally/fields/traits/keyValueFields';
import { readTraitInput, traitFields } from '../Vitally/fields/traits/traitFields';
import {
	readCollectionFields,
	readTopFields,
	extractTraitValues,
	type BodyField,
} from '../Vitally/operations/body/bodyField';
import type { BodyValues } from '../Vitally/records/resolveId';
import { assertNewName } from '../Vitally/values/emptyValues';
import { isPlainObject, omitUndefined, type JsonObject } from '../Vitally/values/json/json';
import {
	buildTraits,
	type KeyValueLabels,
	type TraitInput,
} from '../Vitally/values/traits/buildTraits';
import { sharedMessageFields } from './analyticsFields';
import { ensureMessageId, type TypedMessage } from './analyticsMessage';

/** A type of message (docs/internal/public-facts.md, 6). */
export interface MessageType {
	/** Last part of its path, and its `type` in a batch. */
	type: string;
	/** What a message is about, in running text. */
	noun: string;
	fields: BodyField[];
	additional?: BodyField[];
	/** Names of the fields of which the service requires at least one. */
	anyOf?: string[];
	/** The key-value pairs of a message; required ones may be an empty object. */
	values?: { kind: 'traits' | 'properties'; isRequired: boolean };
	/** A warning for a message without a recommended field. */
	warningFor?(message: IDataObject): string | undefined;
}

const PROPERTY_LABELS: KeyValueLabels = {
	noun: 'property',
	title: 'Property',
	label: 'Properties',
};

const propertyFields = keyValueFields('properties', {
	...PROPERTY_LABELS,
	descriptions: {
		key: 'The name of the property',
		form: 'What else to record about the event',
		json: 'A JSON object of property names and values. Dots are part of the name.',
	},
	example: '{ "plan": "gold", "seats": 12 }',
});

/** How the key-value pairs of a message are entered and read. */
interface KeyValues {
	fields: INodeProperties[];
	/** @param traits values of other fields that are sent as traits */
	read(item: ItemParameters, traits: TraitInput['fields']): JsonObject | undefined;
}

const VALUES: Record<'traits' | 'properties', KeyValues> = {
	traits: {
		fields: traitFields,
		read: (item, fields) => buildTraits({ ...readTraitInput(item), fields }, item.timeZone),
	},
	properties: {
		fields: propertyFields,
		// An event is new, so no value can be kept or cleared.
		read: (item, fields) => {
			const rows = readKeyValues(item, propertyFields, PROPERTY_LABELS);
			const input: TraitInput = { ...rows, fields, emptyValues: 'send' };

			return buildTraits(input, item.timeZone, PROPERTY_LABELS);
		},
	},
};

/**
 * Reads the message of an item, with the fields that are set. It is synchronous, so that messages for one record keep
 * the order of the items.
 *
 * @throws VitallyError for a value that cannot be sent, and for a missing required field
 */
export function readTypedMessage(item: ItemContext, messageType: MessageType): TypedMessage {
	const { type, fields, values } = messageType;
	const additional = additionalFields(messageType);
	const message: BodyValues = {
		...readTopFields(item, fields),
		...readCollectionFields(item, additional, 'additionalFields'),
	};

	if (values) {
		const traits = extractTraitValues([...fields, ...additional], message);
		const pairs = VALUES[values.kind].read(item, traits);
		if (values.isRequired || pairs) message[values.kind] = pairs ?? {};
	}

	assertAnyOf(message, messageType);
	assertNewName(message);
	if (isPlainObject(message.traits)) assertNewName(message.traits);

	return { type, message: ensureMessageId(item, omitUndefined(message as IDataObject)) };
}

/** The fields of the editor for a message, in their order. */
export function messageProperties(messageType: MessageType): INodeProperties[] {
	const { fields, values } = messageType;
	const properties = [
		...propertiesOf(fields),
		additionalCollection(propertiesOf(additionalFields(messageType))),
	];

	return values ? [...properties, ...VALUES[values.kind].fields] : properties;
}

/** The fields under 'Additional Fields'. */
function additionalFields({ additional = [] }: MessageType): BodyField[] {
	return [...additional, ...sharedMessageFields];
}

/** @throws VitallyError for a message without all of the fields of which the service requires any */
function assertAnyOf(message: Readonly<BodyValues>, messageType: MessageType): void {
	const { noun, fields, anyOf } = messageType;
	if (!anyOf?.every((name) => message[name] === undefined)) return;

	const labels = propertiesOf([...fields, ...additionalFields(messageType)])
		.filter(({ name }) => anyOf.includes(name))
		.map(({ displayName }) => `'${displayName}'`);

	throw new VitallyError(
		`The ${noun} needs one of these IDs, which are empty: ${labels.join(', ')}`,
		"Enter at least one of these IDs. 'Organization External ID' is under 'Additional Fields'.",
		{ field: 'Account External ID' },
	);
}

function propertiesOf(fields: BodyField[]): INodeProperties[] {
	return fields.map(({ property }) => property);
}
