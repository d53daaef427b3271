import type { IDataObject } from 'n8n-workflow';

import { choiceProperty, textProperty } from '../../fields/properties';
import { readChoice } from '../../fields/readers';
import {
	textFieldNamed,
	notClearable,
	optionalExternalId,
	requiredTextField,
} from '../../operations/body/bodyField';
import { defineResource } from '../../operations/definition/resource';
import type { ResourceEvent } from '../../operations/definition/resourceEvent';
import { describeFilter, type FieldFilter } from '../../operations/filters/fieldFilter';
import { recordFilters } from '../../operations/filters/recordFilters';
import { create, deleteOne, get, getMany, update } from '../../operations/standardOperations';
import { updateOrCreate, defineUpsert } from '../../operations/upsert';
import { locateByVitallyId } from '../../records/locate';
import { recordListOf } from '../../records/recordList';
import { assertNotNullLike } from '../../values/emptyValues';
import { parseTextList } from '../../values/lists';
import { normalizeName } from '../../values/parse';
import { parseText } from '../../values/recordValues';
import { created, updated } from '../events';
import { conversationType } from '../recordTypes';
import { hasExternalId, messageFields, readMessages } from './messages';

const simpleFields = [
	'subject',
	'status',
	'rating',
	'source',
	'createdAt',
	'updatedAt',
	'externalId',
	'id',
];

const fieldsWithMessages = [...simpleFields, 'messages'];

const subjectField = textProperty('Subject', 'subject', {
	required: true,
	placeholder: 'e.g. Question about the invoice',
});

const statusFilter = choiceProperty('Status', 'status', {
	options: [
		{ name: 'Closed', value: 'closed' },
		{ name: 'Open', value: 'open' },
	],
	default: 'open',
	description: describeFilter('conversations with this status'),
});

/** Filters by fields that rows were seen to have (docs/internal/public-facts.md, 4.5). */
const filters: FieldFilter[] = [
	...recordFilters('Subject'),
	{
		property: textProperty('Source', 'source', {
			placeholder: 'e.g. intercom, zendesk',
			description: describeFilter('conversations from these integrations'),
		}),
		field: 'source',
		parse: parseText,
		read: (item, { parameter, label }) => {
			const sources = parseTextList(item.param(parameter), label);

			for (const source of sources) assertNotNullLike(source, label);

			const wanted = sources.map(normalizeName);

			return (source) => wanted.includes(normalizeName(String(source)));
		},
	},
	{
		property: statusFilter,
		field: 'status',
		parse: parseText,
		read: (item) => {
			const status = readChoice(item, statusFilter, 'filters');

			return (value) => String(value).toLowerCase() === status;
		},
	},
];

const customerReplied: ResourceEvent = {
	...updated(conversationType.noun),
	name: 'CustomerReplied',
	label: 'Customer Replied',
	description:
		'When the newest message of a conversation is from a customer, once for each such message. Reads each changed conversation.',
	onlyReplies: true,
};

/** Source: docs/internal/service.md, Conversations */
export const conversation = defineResource(conversationType, {
	simpleFields,
	hasRareTraits: true,
	events: [created(conversationType.noun), customerReplied, updated(conversationType.noun)],
	operations: [
		create(conversationType, {
			description: 'Log a conversation and its messages, without sending them',
			docsNote: 'Enter messages in a form or as JSON. The list may be empty.',
			required: [
				requiredTextField(subjectField),
				optionalExternalId(
					conversationType,
					'Your ID for the conversation. Can only be set on creation.',
				),
			],
			below: messageFields,
			hasTraits: true,
			// The list is required, and may be empty.
			addValues: (item) => ({ messages: readMessages(item) ?? [] }),
			simpleFields: fieldsWithMessages,
		}),
		// No path is documented to accept an external ID, so the conversation is looked up in the list.
		defineUpsert(conversationType, {
			docsNote: 'Messages are matched by their External ID, so each needs one here.',
			body: {
				required: [requiredTextField(subjectField)],
				hasTraits: true,
				addValues: (item) => ({ messages: readMessages(item, { needExternalIds: true }) }),
			},
			below: messageFields,
			simpleFields: fieldsWithMessages,
			run: async (item, id, fields) =>
				await updateOrCreate(item, {
					list: recordListOf(conversationType),
					externalId: id,
					fields,
					// The list is required here, and may be empty.
					initial: { messages: [] },
				}),
		}),
		deleteOne(conversationType, {
			description: 'Delete a conversation and its messages permanently',
			locate: locateByVitallyId,
			// The API documents the ID in the body too.
			body: ({ id }) => ({ id }),
		}),
		get(conversationType, {
			description: 'Retrieve a conversation with all its messages',
			locate: locateByVitallyId,
			// Only this read returns the messages.
			simpleFields: [...fieldsWithMessages, 'accountName'],
		}),
		getMany(conversationType, {
			description: 'Retrieve a list of conversations, without their messages',
			filters,
		}),
		update(conversationType, {
			description: 'Update a conversation, and add or update its messages',
			docsNote: 'Messages with a known External ID are changed, others are added.',
			locate: locateByVitallyId,
			below: messageFields,
			optional: [notClearable(textFieldNamed('Subject', 'subject'))],
			hasTraits: true,
			addValues: (item) => ({ messages: readMessages(item, { isChange: true }) }),
			// A message without external ID would be added twice.
			isIdempotent: ({ messages }) =>
				messages === undefined || (messages as IDataObject[]).every(hasExternalId),
		}),
	],
});
