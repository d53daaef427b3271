import { choiceProperty } from '../../fields/properties';
import { readChoice } from '../../fields/readers';
import { resolvedIdField } from '../../operations/body/bodyField';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { defineResource } from '../../operations/definition/resource';
import type { ServiceFilter } from '../../operations/filters/fieldFilter';
import { locateByEitherId, readSelection } from '../../records/locate';
import { requiredLocator } from '../../records/recordType';
import { recordsFrom } from '../../transport/responses';
import { created, csmChanged, healthDropped, segmentEvents, updated } from '../events';
import { accountType, organizationType } from '../recordTypes';
import { csmDetails } from './csm';
import { customerOperations } from './customerOperations';
import { accountBrief } from './getBrief';
import { sharedTraitFields } from './sharedTraitFields';

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

const statusField = choiceProperty('Status', 'status', {
	options: [
		{ name: 'Active', value: 'active' },
		{ name: 'Active or Churned', value: 'activeOrChurned' },
		{ name: 'Churned', value: 'churned' },
	],
	default: 'active',
	description: 'Vitally leaves out churned accounts by default',
});

const statusFilter: ServiceFilter = {
	property: statusField,
	isOnlyForAll: true,
	read: (item) => readChoice(item, statusField, 'filters'),
};

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
	docsNote: 'The node returns the breakdown as Vitally sends it.',
	endpoints: [`GET ${accountType.path}/:id/healthScores`],
	fields: [requiredLocator(accountType)],
	run: async (item) => {
		const selection = readSelection(accountType, item);
		const { path, explain } = await locateByEitherId(item, accountType, selection);

		return recordsFrom(await item.send({ method: 'GET', path: `${path}/healthScores`, explain }));
	},
};

export const account = defineResource(accountType, {
	simpleFields,
	details: csmDetails,
	events: [
		{
			name: 'Churned',
			description: 'When an account churns',
			changeKind: 'transitioned',
			query: { status: 'churned' },
			transitionField: 'churnedAt',
		},
		created(accountType.noun),
		csmChanged('account'),
		...segmentEvents('account'),
		healthDropped('account'),
		{
			...updated(accountType.noun),
			action: 'On account updated (chosen fields or traits)',
		},
	],
	operations: [
		...customerOperations(accountType, {
			optional: [resolvedIdField(organizationType), ...sharedTraitFields],
			changed: [
				resolvedIdField(organizationType, {
					description:
						"To remove the account from its organization, leave empty and set 'Empty Values' under 'Options' to 'Clear'",
				}),
				...sharedTraitFields,
			],
			deletion: {
				// Source: docs/internal/service.md, States and transitions
				description: 'Delete an account and all its data permanently',
				contents: 'its conversations, notes, tasks and traits',
			},
			list: {
				docsNote: "Churned accounts are included only if you set the filter 'Status'.",
				serviceFilters: [statusFilter],
				sortDate: { name: 'Next Renewal Date', value: 'nextRenewalDate' },
			},
		}),
		accountBrief,
		getHealthScores,
	],
});
