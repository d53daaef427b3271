import type { INodeProperties } from 'n8n-workflow';

import { DATE_HINT, DATE_TIME_HINT } from '../../fields/dateHints';
import {
	dateField,
	dateTimeField,
	lookedUpIdField,
	notClearable,
	optionalTextField,
	requiredTextField,
	textField,
	textListField,
	type BodyField,
} from '../../operations/body/bodyField';
import type { BodyDefinition } from '../../operations/body/bodyDefinition';
import { parentChoice } from '../../operations/parent';
import { tagsField } from '../../operations/tags';
import { formatField, formattedText } from '../formattedText';
import { accountType, adminType, organizationType, taskCategoryType } from '../recordTypes';

const nameProperty: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Prepare the renewal',
};

const completedAtProperty: INodeProperties = {
	displayName: 'Completed At',
	name: 'completedAt',
	type: 'dateTime',
	default: '',
	description: DATE_TIME_HINT,
};

const completedBy = lookedUpIdField(adminType, {
	name: 'completedById',
	displayName: 'Completed By',
});

/** The description, which the service keeps as HTML. */
export const taskText = formattedText('description', 'Description');

/** What a task has from its creation on, or gets later. */
const optional: BodyField[] = [
	lookedUpIdField(adminType, { name: 'assignedToId', displayName: 'Assigned To' }),
	lookedUpIdField(taskCategoryType, { name: 'categoryId' }),
	dateTimeField({
		...completedAtProperty,
		description: `When the task was completed. ${completedAtProperty.description}.`,
	}),
	completedBy,
	textField({
		displayName: 'Description',
		name: 'description',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. Agree on the **new price**',
		description: 'The text of the task, in Markdown, HTML or plain text',
	}),
	formatField(taskText),
	dateField({
		displayName: 'Due Date',
		name: 'dueDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: DATE_HINT,
	}),
];

/** docs/beyond.md, 4 */
export const newTask: BodyDefinition = {
	parent: parentChoice([accountType, organizationType], {
		name: 'taskFor',
		displayName: 'Task For',
		description: 'The record to add the task to',
	}),
	required: [requiredTextField({ ...nameProperty, required: true })],
	optional: [...optional, textListField(tagsField)],
	hasTraits: 'added',
};

/** A task of its own may get an External ID; an upsert has it at the top. */
export const newTaskWithExternalId: BodyDefinition = {
	...newTask,
	optional: [
		...(newTask.optional ?? []),
		optionalTextField({
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			default: '',
			placeholder: 'e.g. ticket-7',
			description:
				"Your ID for the task. To find out whether it is taken, the list of tasks may be read. If the item may run again, use 'Create or Update'.",
		}),
	],
};

/** docs/beyond.md, 4: a task moves with its account; tags stand in fields of their own. */
export const changedTask: BodyDefinition = {
	optional: [
		notClearable(lookedUpIdField(accountType, { description: 'Move the task to this account' })),
		...optional,
		notClearable(textField(nameProperty)),
		notClearable(
			lookedUpIdField(organizationType, { description: 'Move the task to this organization' }),
		),
	],
	hasTraits: 'added',
};

/** docs/beyond.md, 4: these two complete a task. */
export const completion: BodyDefinition = {
	optional: [
		{
			...dateTimeField({
				...completedAtProperty,
				description: `Now, unless set. ${completedAtProperty.description}.`,
			}),
			empty: 'none',
		},
		completedBy,
	],
};
