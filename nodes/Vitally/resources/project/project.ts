import type { ItemParameters } from '../../fields/itemParameters';
import { readRequiredId, locatorField, readLocator } from '../../fields/locators';
import { DATE_FROM_NOW_HINT, dateProperty } from '../../fields/properties';
import type { ParameterRef } from '../../fields/readers';
import {
	dateField,
	notClearable,
	resolvedIdField,
	textFieldNamed,
	type BodyField,
} from '../../operations/body/bodyField';
import { defineResource } from '../../operations/definition/resource';
import {
	describeFilter,
	locatorFilter,
	type FieldFilter,
} from '../../operations/filters/fieldFilter';
import { archivedFilter, recordFilters } from '../../operations/filters/recordFilters';
import { ownerOfNew } from '../../operations/ownerChoice';
import { create, deleteOne, get, getMany, update } from '../../operations/standardOperations';
import { parseText } from '../../values/recordValues';
import { archived, created, updated } from '../events';
import {
	adminType,
	customerTypes,
	projectCategoryType,
	projectTemplateType,
	projectType,
} from '../recordTypes';
import { moveProject } from './moveProject';
import { linkTask, unlinkTask } from './taskLink';

const simpleFields = [
	'name',
	'ownerName',
	'targetStartDate',
	'targetCompletionDate',
	'accountName',
	'organizationName',
	'actualCompletionDate',
	'id',
	'accountId',
	'organizationId',
	'projectStatusId',
];

const nameField = notClearable(textFieldNamed('Name', 'name', { placeholder: 'e.g. Onboarding' }));

const statusProperty = locatorField({
	name: 'projectStatusId',
	displayName: 'Status',
	record: 'project status',
	search: 'searchProjectStatuses',
	description: 'Choose from the statuses that the newest projects have, or enter the Vitally ID',
});

const statusField: BodyField = {
	property: statusProperty,
	read: (item, parameter) => readStatus(item, { parameter, label: statusProperty.displayName }),
};

/** Filters for which the list has no parameters (docs/internal/service.md, Projects). */
const ownerFilter = locatorFilter(adminType, 'Owner', 'owner', {
	field: 'ownedByVitallyUserId',
	only: 'projects of this owner',
});

const statusFilter: FieldFilter = {
	property: {
		...statusProperty,
		name: 'status',
		description: `${describeFilter('projects with this status')} ${statusProperty.description}.`,
	},
	field: 'projectStatusId',
	parse: parseText,
	read: (item, field) => {
		const wanted = readStatus(item, field);

		return (status) => status === wanted;
	},
};

function readStatus(item: ItemParameters, field: ParameterRef): string {
	return readRequiredId(readLocator(item, field).value, field.label);
}

/** Source: docs/internal/service.md, Projects (create body, update body) */
const mostUsed: BodyField[] = [
	resolvedIdField(adminType, { name: 'ownedByVitallyUserId', displayName: 'Owner' }),
	dateField({ ...dateProperty('Target Start Date', 'targetStartDate'), hint: DATE_FROM_NOW_HINT }),
	dateField({
		...dateProperty('Target Completion Date', 'targetCompletionDate'),
		hint: DATE_FROM_NOW_HINT,
	}),
];

const lessUsed: BodyField[] = [statusField, resolvedIdField(projectCategoryType)];

export const project = defineResource(projectType, {
	simpleFields,
	hasRareTraits: true,
	events: [archived(projectType.noun), created(projectType.noun), updated(projectType.noun)],
	operations: [
		create(projectType, {
			description: 'Create a project from a template',
			docsNote: 'It belongs to an account or an organization.',
			required: [
				resolvedIdField(projectTemplateType, {
					name: 'templateId',
					description: 'The template to create the project from',
					required: true,
				}),
				nameField,
				...mostUsed,
			],
			parent: ownerOfNew(projectType, customerTypes),
			optional: lessUsed,
			hasTraits: true,
		}),
		deleteOne(projectType, { description: 'Archive a project' }),
		get(projectType),
		getMany(projectType, {
			filters: [...recordFilters(), ownerFilter, statusFilter],
			// No other list is known to accept it.
			serviceFilters: [{ ...archivedFilter, isOnlyForAll: true }],
		}),
		linkTask,
		moveProject,
		unlinkTask,
		update(projectType, {
			docsNote: 'Dates are calendar dates, whatever your time zone.',
			optional: [...mostUsed, ...lessUsed, nameField],
			hasTraits: true,
		}),
	],
});
