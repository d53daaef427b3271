import type { INodeProperties } from 'n8n-workflow';

import {
	dateTimeField,
	idField,
	lookedUpIdField,
	optionalTextField,
	textField,
	requiredTextField,
	textListField,
	type BodyField,
	type BodySpec,
} from '../../operations/bodyField';
import { parentChoice } from '../../operations/parent';
import { accountType, adminType, noteCategoryType, organizationType } from '../recordTypes';

const noteField: INodeProperties = {
	displayName: 'Note',
	name: 'note',
	type: 'string',
	typeOptions: { rows: 5 },
	default: '',
	placeholder: 'e.g. <p>Agreed on the next steps</p>',
	description: 'The text of the note, as HTML',
	hint: 'A trait variable such as {{account.traits.plan}} goes to Vitally as it stands while the field is Fixed. In an expression write {{ "{{account.traits.plan\\}}" }}, with the backslash.',
};

const noteDateField: INodeProperties = {
	displayName: 'Note Date',
	name: 'noteDate',
	type: 'dateTime',
	default: '',
	description: "When the note was made. A time without zone is meant in the workflow's time zone.",
};

export const tagsField: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. call, renewal',
	description: 'Comma-separated texts, or an expression that gives a list',
};

const author = idField(adminType, {
	name: 'authorId',
	displayName: 'Author',
	description: 'Who wrote the note: somebody of your team, or by ID also a user',
});

const category = idField(noteCategoryType, {
	name: 'categoryId',
	description: 'The category of the note',
});

const subject = textField({
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	placeholder: 'e.g. Quarterly review',
	description: 'The title of the note',
});

const externalId = optionalTextField({
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	default: '',
	placeholder: 'e.g. call-7',
	description: 'Your own ID of the note. It cannot be set later.',
});

/** Beside the account; for an organization alone the parent says it. */
const organizationOfAccount: BodyField = {
	...lookedUpIdField(organizationType, {
		description: 'The organization of the account, where your tenant has organizations',
	}),
};
organizationOfAccount.property.displayOptions = { show: { '/noteFor': ['account'] } };

/** docs/service.md, Notes (create body) */
export const newNote: BodySpec = {
	parent: parentChoice([accountType, organizationType], {
		name: 'noteFor',
		displayName: 'Note For',
		description: 'What the note is about',
	}),
	required: [
		requiredTextField({ ...noteField, required: true }),
		dateTimeField({ ...noteDateField, required: true }),
	],
	optional: [author, category, organizationOfAccount, subject, textListField(tagsField)],
	hasTraits: true,
};

/** A note of its own may get an external ID; an upsert has it at the top. */
export const newNoteWithExternalId: BodySpec = {
	...newNote,
	optional: [...(newNote.optional ?? []), externalId],
};

/** docs/service.md, Notes (update body); tags stand in fields of their own. */
export const changedNote: BodySpec = {
	optional: [
		lookedUpIdField(accountType, { description: 'The account that the note moves to' }),
		author,
		category,
		textField(noteField),
		dateTimeField(noteDateField),
		lookedUpIdField(organizationType, { description: 'The organization that the note moves to' }),
		subject,
	],
	hasTraits: true,
};
