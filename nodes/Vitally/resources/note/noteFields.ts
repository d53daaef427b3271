import { textProperty, timeProperty, DATE_TIME_HINT } from '../../fields/properties';
import type { BodyDefinition } from '../../operations/body/bodyDefinition';
import {
	dateTimeField,
	movedToField,
	textFieldNamed,
	resolvedIdField,
	notClearable,
	optionalExternalId,
	textField,
	requiredTextField,
	textListField,
} from '../../operations/body/bodyField';
import { ownerOfNew } from '../../operations/ownerChoice';
import { tagsField } from '../../operations/recordTags';
import { formatField, formattedText } from '../formattedText';
import {
	adminType,
	customerTypes,
	noteCategoryType,
	noteType,
	organizationType,
} from '../recordTypes';

export const noteText = formattedText('note', 'Note Text', 'Note Format');

const noteField = textProperty('Note Text', 'note', {
	// The label is not 'Note', as that of the field that selects one: a tool in n8n has one field per label.
	typeOptions: { rows: 5 },
	placeholder: 'e.g. **Next steps**: send the offer',
	description:
		'The text of the note, in Markdown, HTML or plain text. It may contain <a href="https://github.com/n8n-nodes-vitally/n8n-nodes-vitally/blob/main/docs/traits.md#trait-variables-in-notes">trait variables</a>.',
});

const noteDateField = timeProperty('Note Date', 'noteDate', {
	description: `When it was. ${DATE_TIME_HINT}.`,
});

const author = resolvedIdField(adminType, {
	name: 'authorId',
	displayName: 'Author',
	description: 'The teammate who wrote the note. To set a customer user, enter their ID.',
});

const category = resolvedIdField(noteCategoryType, { name: 'categoryId' });

const subject = textFieldNamed('Subject', 'subject', { placeholder: 'e.g. Quarterly review' });

const externalId = optionalExternalId(noteType, 'Your ID for the note');

/** The organization in addition to an account. Without an account, the organization is the parent. */
const organizationOfAccount = resolvedIdField(organizationType, {
	description: "The account's organization, if your workspace uses organizations",
	displayOptions: { show: { '/noteFor': ['account'] } },
});

/** Source: docs/internal/service.md, Notes (create body) */
export const newNote: BodyDefinition = {
	parent: ownerOfNew(noteType, customerTypes),
	required: [
		subject,
		formatField(noteText),
		requiredTextField({ ...noteField, required: true }),
		dateTimeField({ ...noteDateField, required: true, default: '={{ $now.toISO() }}' }),
		category,
		textListField(tagsField),
	],
	optional: [author, organizationOfAccount, externalId],
	hasTraits: true,
};

/** Tags have separate fields. Source: docs/internal/service.md, Notes (update body); docs/internal/public-facts.md, 4.7 */
export const changedNote: BodyDefinition = {
	optional: [
		...customerTypes.map((type) => notClearable(movedToField(type))),
		author,
		category,
		externalId,
		notClearable(textField(noteField)),
		formatField(noteText),
		notClearable(dateTimeField(noteDateField)),
		subject,
	],
	hasTraits: true,
};
