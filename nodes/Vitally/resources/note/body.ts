import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import {
	adminLocator,
	noteCategoryLocator,
	optionalId,
	organizationLocator,
} from '../../fields/locators';
import { requiredText } from '../../fields/text';
import { traitsOfItem } from '../../fields/traits';
import type { Service } from '../../transport/item';
import { utcDateTime } from '../../values/dates';
import { textList } from '../../values/textList';
import { optionalParentId, parentKindOf, requiredParentId } from '../../operations/parent';

/**
 * The fields in a collection and the traits, as far as they are set.
 *
 * @param collection `additionalFields` or `updateFields`
 * Source: docs/service.md, Notes (create body, update body)
 */
export async function noteBody(
	item: IExecuteSingleFunctions,
	service: Service,
	collection: string,
): Promise<IDataObject> {
	const { subject, note, noteDate, tags } = item.getNodeParameter(collection, {}) as IDataObject;
	return setFields({
		accountId: await optionalParentId(item, service, 'account', collection),
		organizationId: await optionalParentId(item, service, 'organization', collection),
		authorId: optionalId(item, collection, 'authorId', 'Author'),
		categoryId: optionalId(item, collection, 'categoryId', 'Category'),
		subject,
		note,
		noteDate: noteDate === undefined ? undefined : momentOf(item, noteDate),
		tags: tags === undefined ? undefined : textList(tags, 'Tags'),
		traits: traitsOfItem(item),
	});
}

/** The body of a new note, but for its external id. */
export async function newNoteBody(
	item: IExecuteSingleFunctions,
	service: Service,
): Promise<IDataObject> {
	const parent = parentKindOf(item, 'noteFor', 'Note For');
	return {
		...(await noteBody(item, service, 'additionalFields')),
		[`${parent}Id`]: await requiredParentId(item, service, parent),
		note: requiredText(item, 'note', 'Note'),
		noteDate: momentOf(item, item.getNodeParameter('noteDate', '')),
	};
}

function momentOf(item: IExecuteSingleFunctions, noteDate: unknown): string {
	return utcDateTime(noteDate, 'Note Date', item.getTimezone());
}

const TRAIT_VARIABLE_HINT =
	'A trait variable such as {{account.traits.plan}} goes to Vitally as it stands while the field is Fixed. In an expression write {{ "{{account.traits.plan\\}}" }}, with the backslash.';

export const noteField: INodeProperties = {
	displayName: 'Note',
	name: 'note',
	type: 'string',
	typeOptions: { rows: 5 },
	default: '',
	placeholder: 'e.g. <p>Agreed on the next steps</p>',
	description: 'The text of the note, as HTML',
	hint: TRAIT_VARIABLE_HINT,
};

export const noteDateField: INodeProperties = {
	displayName: 'Note Date',
	name: 'noteDate',
	type: 'dateTime',
	default: '',
	description: "When the note was made. A time without zone is meant in the workflow's time zone.",
};

export const authorField = adminLocator(
	'authorId',
	'Author',
	'Who wrote the note: somebody of your team, or by ID also a user',
);

export const categoryField = noteCategoryLocator();

export const organizationField: INodeProperties = {
	...organizationLocator(),
	description: 'The organization of the account, where your tenant has organizations',
};

export const subjectField: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	placeholder: 'e.g. Quarterly review',
	description: 'The title of the note',
};

export const tagsField: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. call, renewal',
	description: 'Comma-separated texts, or an expression that gives a list',
};
