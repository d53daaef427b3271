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
import { buildTraits, type KeyValueLabels, type TraitInput } from '../Vitally/values/buildTraits';
import { omitUndefined } from '../Vitally/values/json';
import { sharedMessageFields } from './analyticsFields';
import { withMessageId, type TypedMessage } from './analyticsMessage';

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

const VALUES: Record<
	'traits' | 'properties',
	{
		fields: INodeProperties[];
		/** @param traits fields that are sent as traits */
		read(item: ItemParameters, traits: TraitInput['fields']): IDataObject | undefined;
	}
> = {
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
 * The message of an item, with the fields that are set. Synchronous, so that messages for one record keep the
 * order of the items.
 *
 * @throws VitallyError for a value that cannot be sent, and for a missing required field
 */
export function readTypedMessage(item: ItemContext, messageType: MessageType): TypedMessage {
	const { type, noun, fields, additional = [], anyOf, values } = messageType;
	const added: BodyField[] = [...additional, ...sharedMessageFields];
	const message: Record<string, unknown> = {
		...readTopFields(item, fields),
		...readCollectionFields(item, added, 'additionalFields'),
	};

	if (values) {
		const all = VALUES[values.kind].read(item, extractTraitValues([...fields, ...added], message));
		if (values.isRequired || all) message[values.kind] = all ?? {};
	}

	if (anyOf?.every((name) => message[name] === undefined)) {
		const labels = [...fields, ...added]
			.filter(({ property: { name } }) => anyOf.includes(name))
			.map(({ property }) => `'${property.displayName}'`);

		throw new VitallyError(
			`The ${noun} has none of ${labels.join(', ')}`,
			"Fill in one of them. 'Organization External ID' is under 'Additional Fields'.",
			{ field: 'Account External ID' },
		);
	}

	return { type, message: withMessageId(item, omitUndefined(message as IDataObject)) };
}

/** The fields of the editor for a message, in their order. */
export function messageProperties({
	fields,
	additional = [],
	values,
}: MessageType): INodeProperties[] {
	const properties = (of: BodyField[]) => of.map(({ property }) => property);

	return [
		...properties(fields),
		additionalCollection(properties([...additional, ...sharedMessageFields])),
		...(values ? VALUES[values.kind].fields : []),
	];
}
