import type { INodeProperties } from 'n8n-workflow';

import { dryRunOption } from './fields/dryRun';
import { returnAllOrLimit, simplifyField, sortByOption } from './fields/list';
import { mergeCollections } from './fields/merged';
import { optionsField } from './fields/options';
import { scopeFields } from './fields/scope';
import { externalIdField, nameField } from './fields/text';
import { traitFields } from './fields/traits';
import { accountFields, accountOperations } from './resources/account';
import { conversationFields, conversationOperations } from './resources/conversation';
import { customObjectFields, customObjectOperations } from './resources/customObject';
import {
	customObjectInstanceFields,
	customObjectInstanceOperations,
} from './resources/customObjectInstance';
import { noteFields, noteOperations } from './resources/note';
import { noteCategoryOperations } from './resources/noteCategory';
import { projectFields, projectOperations } from './resources/project';

const WITH_TRAITS = ['account', 'conversation', 'customObjectInstance', 'note', 'project'];
/** Those whose lists come in an order of choice. */
const SORTED = [...WITH_TRAITS, 'customObject'];

/**
 * What the editor shows, in its order: resource, operation, required fields, then what may be added.
 * n8n walks the whole list for every item, so fields that several resources have stand here once.
 */
export const properties: INodeProperties[] = mergeCollections([
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Account', value: 'account' },
			{ name: 'Conversation', value: 'conversation' },
			{ name: 'Custom Object', value: 'customObject' },
			{ name: 'Custom Object Instance', value: 'customObjectInstance' },
			{ name: 'Note', value: 'note' },
			{ name: 'Note Category', value: 'noteCategory' },
			{ name: 'Project', value: 'project' },
		],
		default: 'account',
	},
	accountOperations,
	conversationOperations,
	customObjectOperations,
	customObjectInstanceOperations,
	noteOperations,
	noteCategoryOperations,
	projectOperations,

	...scopeFields(['account'], ['conversation', 'note', 'project']),
	...returnAllOrLimit({ resource: [...SORTED, 'noteCategory'], operation: ['getAll'] }),

	externalIdField({ resource: ['account'], operation: ['create', 'upsert'] }),
	externalIdField({ resource: ['conversation', 'note'], operation: ['upsert'] }),
	nameField({ resource: ['account', 'customObjectInstance'], operation: ['create', 'upsert'] }),
	...accountFields,
	...conversationFields,
	...customObjectFields,
	...customObjectInstanceFields,
	...noteFields,
	...projectFields,
	simplifyField({
		resource: ['account', 'conversation', 'customObjectInstance', 'note', 'project'],
		operation: ['get', 'getAll', 'search'],
	}),

	...traitFields(
		{ resource: WITH_TRAITS, operation: ['create', 'upsert', 'update'] },
		{ resource: WITH_TRAITS, operation: ['upsert', 'update'] },
	),
	optionsField({ resource: SORTED, operation: ['getAll'] }, [sortByOption]),
	optionsField({ resource: ['noteCategory'], operation: ['getAll'] }),
	optionsField({
		resource: SORTED.filter((resource) => resource !== 'note'),
		operation: ['get', 'getHealthScores', 'search'],
	}),
	optionsField(
		{
			resource: ['account', 'conversation', 'customObjectInstance', 'project'],
			operation: ['create', 'upsert', 'update', 'move', 'delete'],
		},
		[dryRunOption],
	),
]);
