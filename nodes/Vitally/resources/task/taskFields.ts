import { VitallyError } from '../../errors/vitallyError';
import {
	DATE_FROM_NOW_HINT,
	dateProperty,
	textProperty,
	timeProperty,
} from '../../fields/properties';
import type { BodyDefinition } from '../../operations/body/bodyDefinition';
import {
	dateField,
	dateTimeField,
	movedToField,
	resolvedIdField,
	notClearable,
	optionalExternalId,
	optionalTextField,
	requiredTextField,
	textField,
	textListField,
	type BodyField,
} from '../../operations/body/bodyField';
import { ownerOfNew } from '../../operations/ownerChoice';
import { tagsField } from '../../operations/recordTags';
import { formatField, formattedText } from '../formattedText';
import { milestoneField } from '../project/taskLink';
import { adminType, customerTypes, projectType, taskCategoryType, taskType } from '../recordTypes';

const nameProperty = textProperty('Name', 'name', { placeholder: 'e.g. Prepare the renewal' });

const completedAtProperty = timeProperty('Completed At', 'completedAt');

const completedBy = resolvedIdField(adminType, {
	name: 'completedById',
	displayName: 'Completed By',
});

/** The description, which the service stores as HTML. */
export const taskText = formattedText('description', 'Description');

const mostUsed: BodyField[] = [
	resolvedIdField(adminType, { name: 'assignedToId', displayName: 'Assigned To' }),
	dateField({ ...dateProperty('Due Date', 'dueDate'), hint: DATE_FROM_NOW_HINT }),
];

const descriptionProperty = textProperty('Description', 'description', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Agree on the **new price**',
	description: 'The text of the task, in Markdown, HTML or plain text',
});

/**
 * The description of a task in place of a parameter called `description`, for which n8n offers no value of a
 * model at the top level.
 */
const topDescription: BodyField = {
	...textField({ ...descriptionProperty, name: 'taskDescription' }),
	sentAs: descriptionProperty.name,
};

const optional: BodyField[] = [
	resolvedIdField(taskCategoryType, { name: 'categoryId' }),
	dateTimeField({
		...completedAtProperty,
		description: `When the task was completed. ${completedAtProperty.description}.`,
	}),
	completedBy,
	formatField(taskText),
];

/** Sent in a separate request: a task has no such fields (docs/internal/beyond.md, 4). */
const projectFields: BodyField[] = [
	optionalTextField({
		...milestoneField,
		description: `${milestoneField.description}; without it the task takes the default milestone`,
	}),
	{
		...resolvedIdField(projectType, {
			description:
				'Link the task to this project, which has to be of the same account or organization',
			hint: 'If it is empty, the task is not linked to a project',
		}),
		empty: 'none',
	},
];

/** The body contains `projectId` and `milestone`, which are not sent. Source: docs/internal/beyond.md, 4 */
export const newTask: BodyDefinition = {
	parent: ownerOfNew(taskType, customerTypes),
	required: [requiredTextField({ ...nameProperty, required: true }), ...mostUsed, topDescription],
	optional: [
		...optional,
		...projectFields,
		textListField(tagsField),
		optionalExternalId(
			taskType,
			"Your ID for the task. To find out whether it is taken, the list of tasks may be read. If the item may run again, use 'Create or Update'.",
		),
	],
	hasTraits: true,
	addValues: (_item, { milestone, projectId }) => {
		if (milestone === undefined || projectId !== undefined) return {};

		throw new VitallyError(
			"There is a 'Milestone', but no 'Project'",
			"Add the 'Project' that has this milestone under 'Additional Fields', or remove 'Milestone'.",
			{ field: 'Milestone' },
		);
	},
};

/** A task moves with its account; tags have separate fields (docs/internal/beyond.md, 4). */
export const changedTask: BodyDefinition = {
	optional: [
		...customerTypes.map((type) => notClearable(movedToField(type))),
		...mostUsed,
		textField(descriptionProperty),
		...optional,
		notClearable(textField(nameProperty)),
	],
	hasTraits: true,
};

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
