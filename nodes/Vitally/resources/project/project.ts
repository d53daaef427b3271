import { readRequiredId, locatorField, readLocator } from '../../fields/locators';
import { dateProperty } from '../../fields/properties';
import {
	dateField,
	resolvedIdField,
	nameToUpdate,
	type BodyField,
} from '../../operations/body/bodyField';
import { defineResource } from '../../operations/definition/resource';
import { archivedFilter, recordFilters } from '../../operations/filters/recordFilters';
import { ownerOfNew } from '../../operations/ownerChoice';
import { create, deleteOne, get, getMany, update } from '../../operations/standardOperations';
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
	'targetStartDate',
	'targetCompletionDate',
	'accountName',
	'organizationName',
	'actualCompletionDate',
	'id',
	'accountId',
	'organizationId',
	'projectStatusId',
	'ownedByVitallyUserId',
];

const statusProperty = locatorField({
	name: 'projectStatusId',
	displayName: 'Status',
	record: 'project status',
	search: 'searchProjectStatuses',
	description: 'Choose from the statuses that the newest projects have, or enter the Vitally ID',
});

const statusField: BodyField = {
	property: statusProperty,
	read: (item, parameter) =>
		readRequiredId(readLocator(item, parameter).value, statusProperty.displayName),
};

/** Source: docs/internal/service.md, Projects (create body, update body) */
const optional: BodyField[] = [
	dateField(dateProperty('Target Start Date', 'targetStartDate')),
	dateField(dateProperty('Target Completion Date', 'targetCompletionDate')),
	statusField,
	resolvedIdField(projectCategoryType),
	resolvedIdField(adminType, {
		name: 'ownedByVitallyUserId',
		displayName: 'Owner',
	}),
	nameToUpdate,
];

export const project = defineResource(projectType, {
	simpleFields,
	events: [archived(projectType.noun), created, updated],
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
			],
			parent: ownerOfNew(projectType, customerTypes),
			optional,
			hasTraits: true,
		}),
		deleteOne(projectType, { description: 'Archive a project' }),
		get(projectType),
		getMany(projectType, {
			filters: recordFilters(),
			// No other list is known to accept it.
			serviceFilters: [{ ...archivedFilter, isOnlyForAll: true }],
		}),
		linkTask,
		moveProject,
		unlinkTask,
		update(projectType, {
			docsNote: 'Dates are calendar dates, whatever your time zone.',
			optional,
			hasTraits: true,
		}),
	],
});
