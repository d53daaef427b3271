import { readChoice } from '../../fields/readers';
import { nameField, choiceProperty } from '../../fields/properties';
import {
	nameToUpdate,
	requiredIdField,
	requiredTextField,
	resolvedIdField,
} from '../../operations/body/bodyField';
import { create } from '../../operations/create';
import { defineResource } from '../../operations/definition/resource';
import { deleteOne } from '../../operations/delete';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { nameToCreate, syncOperations } from '../../operations/sync';
import { update } from '../../operations/update';
import { upsertByPath } from '../../operations/upsert';
import { locateByPath } from '../../records/locate';
import { externalIdField, requiredLocator } from '../../records/recordType';
import { recordsFrom } from '../../transport/responses';
import { created, segmentEvents, updated } from '../events';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { accountType, organizationType } from '../recordTypes';
import { csmDetails } from './csm';
import { customerFilters } from './customerFilters';
import { accountBrief } from './getBrief';
import { sharedTraitFields, sharedTraitNames } from './sharedTraitFields';

const simpleFields = [
	'name',
	'healthScore',
	'mrr',
	'nextRenewalDate',
	'csmName',
	'csmEmail',
	'churnedAt',
	'lastSeenTimestamp',
	'segments',
	'externalId',
	'id',
];

const name = requiredTextField(nameField);
const optional = [resolvedIdField(organizationType), ...sharedTraitFields];

const status = choiceProperty('Status', 'status', {
	options: [
		{ name: 'Active', value: 'active' },
		{ name: 'Active or Churned', value: 'activeOrChurned' },
		{ name: 'Churned', value: 'churned' },
	],
	default: 'active',
	description: 'Vitally leaves out churned accounts by default',
});

/**
 * The body is not documented, so it is returned unchanged: an object as one item, a list
 * as one item for each entry.
 * Source: docs/internal/service.md, Accounts
 */
const getHealthScores: OperationDefinition = {
	name: 'Get Health Scores',
	value: 'getHealthScores',
	action: 'Get account health scores',
	description: "Retrieve an account's health score breakdown",
	docsNote: 'Returned as Vitally sends it.',
	endpoints: [`GET ${accountType.path}/:id/healthScores`],
	fields: [requiredLocator(accountType)],
	run: async (item) => {
		const { path, explain } = await locateByPath(accountType)(item);
		const request = { method: 'GET' as const, path: `${path}/healthScores`, explain };
		return recordsFrom(await item.send(request), request);
	},
};

export const account = defineResource(accountType, {
	simpleFields,
	details: csmDetails,
	scopes: [organizationType],
	events: [
		{
			name: 'Churned',
			description: 'When an account churns',
			changeKind: 'transitioned',
			query: { status: 'churned' },
			transitionField: 'churnedAt',
		},
		created,
		{
			...updated,
			name: 'CsmChanged',
			label: 'CSM Changed',
			description: 'When an account gets another CSM, its first one, or no longer has one',
			comparesFromStart: true,
			preset: { watch: ['csmId'] },
		},
		...segmentEvents('account'),
		{
			...updated,
			name: 'HealthDropped',
			label: 'Health Dropped',
			description: 'When the health score of an account drops below a number',
			preset: { conditions: [{ field: 'healthScore', is: 'dropsBelow' }] },
		},
		{
			...updated,
			action: 'On account updated (any field or trait)',
			description: 'When an account changes; see Watch',
		},
	],
	defaultOperation: 'get',
	operations: [
		create(accountType, {
			description: 'Create a new account',
			docsNote: 'External ID and name are required.',
			required: [requiredIdField(externalIdField(accountType)), name],
			optional,
			hasTraits: true,
		}),
		upsertByPath(accountType, { required: [name], optional, hasTraits: true }),
		deleteOne(accountType, {
			// docs/internal/service.md, States and transitions
			description: 'Delete an account and all its data permanently',
			contents: 'its conversations, notes, tasks and traits',
		}),
		get(accountType, { description: 'Retrieve an account by its ID or external ID' }),
		accountBrief,
		getHealthScores,
		getMany(accountType, {
			description: 'Retrieve a list of accounts',
			docsNote: 'Churned accounts only if asked for.',
			scopes: [organizationType],
			serviceFilters: [
				{
					property: status,
					isOnlyForAll: true,
					read: (item) => readChoice(item, status, 'filters'),
				},
			],
			filters: customerFilters,
			sortDate: { name: 'Next Renewal Date', value: 'nextRenewalDate' },
		}),
		// docs/internal/service.md, Account: some traits are returned as fields.
		...syncOperations(accountType, {
			required: [nameToCreate],
			optional,
			hasTraits: 'mapped',
			requiredOnCreate: ['name'],
			traitsAsFields: sharedTraitNames,
			details: csmDetails,
		}),
		update(accountType, {
			description: "Update an account's fields and traits",
			docsNote: 'What is not set stays as it is.',
			optional: [
				nameToUpdate,
				resolvedIdField(organizationType, {
					description:
						"To remove the account from its organization, leave empty and set 'Empty Values' under 'Options' to 'Clear'",
				}),
				...sharedTraitFields,
			],
			hasTraits: true,
		}),
	],
});
