import type { INodeProperties } from 'n8n-workflow';

import {
	createdAfterFilter,
	nameContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import { setFields } from '../../fields/body';
import type { ItemParameters } from '../../fields/itemParameters';
import { choiceIn } from '../../fields/strict';
import { externalIdField, nameField } from '../../fields/text';
import { lookedUpIdField, nameToUpdate, requiredTextField } from '../../operations/bodyField';
import { create } from '../../operations/create';
import { deletePermanently } from '../../operations/deletePermanently';
import { created, segmentEvents, updated } from '../../operations/events';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { scopeOf } from '../../operations/parent';
import { defineResource } from '../../operations/resource';
import { update } from '../../operations/update';
import { upsertByPath } from '../../operations/upsert';
import { csmDetails } from '../csm';
import { customerFilters } from '../customerFilters';
import { customerTraits } from '../customerTraits';
import { accountType, organizationType } from '../recordTypes';
import { getBrief } from './getBrief';
import { getHealthScores } from './healthScores';
import { syncAccounts } from './sync';

/** Who it is, how it does, who looks after it. */
const simpleFields = [
	'id',
	'externalId',
	'name',
	'healthScore',
	'mrr',
	'nextRenewalDate',
	'churnedAt',
	'organizationId',
	'updatedAt',
	'csmId',
];

const name = requiredTextField(nameField);
const optional = [lookedUpIdField(organizationType), ...customerTraits];

const statusFilter: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Active', value: 'active' },
		{ name: 'Active or Churned', value: 'activeOrChurned' },
		{ name: 'Churned', value: 'churned' },
	],
	default: 'active',
	description: 'Vitally leaves out churned accounts by default',
	displayOptions: { show: { '/scope': ['all'] } },
};

/** A filter that an expression or an AI model leaves empty is none. */
function statusOf(item: ItemParameters): string | undefined {
	if (!item.param('filters.status')) return undefined;
	const status = { parameter: 'filters.status', label: 'Status' };
	return choiceIn(item, status, ['active', 'activeOrChurned', 'churned'], 'active');
}

export const account = defineResource(accountType, {
	simpleFields,
	details: csmDetails,
	scopes: [organizationType],
	events: [
		{
			name: 'Churned',
			description: 'When an account churns',
			happening: 'transitioned',
			query: { status: 'churned' },
			transitionField: 'churnedAt',
		},
		created,
		...segmentEvents('account'),
		{
			...updated,
			description: 'When an account changes; see Watch',
		},
	],
	defaultOperation: 'get',
	operations: [
		create(accountType, {
			description: 'Create a new account',
			remark: 'External ID and name are required.',
			required: [requiredTextField(externalIdField), name],
			optional,
			hasTraits: true,
		}),
		upsertByPath(accountType, { required: [name], optional, hasTraits: true }),
		deletePermanently(accountType, {
			// docs/service.md, States and transitions
			description: 'Delete an account and all its data permanently',
			contents: 'its conversations, notes, tasks and traits',
		}),
		get(accountType, {
			description: 'Retrieve an account by its ID or external ID',
		}),
		getBrief,
		getHealthScores,
		getMany(accountType, {
			description: 'Retrieve a list of accounts',
			remark: 'Churned accounts only if asked for.',
			scopes: [organizationType],
			filters: [createdAfterFilter, nameContainsFilter, statusFilter, updatedAfterFilter],
			ownFilters: customerFilters,
			// The list of an organization takes no status.
			query: (item) =>
				setFields({ status: scopeOf(item, [organizationType]) ? undefined : statusOf(item) }),
		}),
		syncAccounts,
		update(accountType, {
			description: "Update an account's fields and traits",
			remark: 'What is not set stays as it is.',
			optional: [
				nameToUpdate,
				lookedUpIdField(organizationType, {
					description:
						"Choose from the list, or enter the Vitally ID or your external ID. To remove the account from its organization, leave empty and set 'Empty Values' under 'Options' to 'Clear'.",
				}),
				...customerTraits,
			],
			hasTraits: true,
		}),
	],
});
