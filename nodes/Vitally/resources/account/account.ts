import type { INodeProperties } from 'n8n-workflow';

import {
	createdAfterFilter,
	nameContainsFilter,
	updatedAfterFilter,
} from '../../fields/recordFilter';
import { setFields } from '../../fields/body';
import type { ItemParameters } from '../../fields/itemParameters';
import { choiceIn, switchIn } from '../../fields/strict';
import { externalIdField, nameField } from '../../fields/text';
import { VitallyError } from '../../errors/vitallyError';
import {
	lookedUpIdField,
	neverCleared,
	textField,
	requiredTextField,
} from '../../operations/bodyField';
import { create } from '../../operations/create';
import { deleteOne } from '../../operations/delete';
import { created, updated } from '../../operations/events';
import { lookUpIn } from '../../operations/externalIds';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { scopeOf } from '../../operations/parent';
import { defineResource } from '../../operations/resource';
import { update } from '../../operations/update';
import { upsertByPath } from '../../operations/upsert';
import { customerTraits } from '../customerTraits';
import { accountType, organizationType } from '../recordTypes';
import { getHealthScores } from './healthScores';
import { syncAccounts } from './sync';

/** Who it is, how it does, who looks after it. */
const simpleFields = [
	'id',
	'externalId',
	'name',
	'organizationId',
	'healthScore',
	'mrr',
	'nextRenewalDate',
	'churnedAt',
	'csmId',
	'updatedAt',
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

const confirmation: INodeProperties = {
	displayName: 'Confirm Permanent Delete',
	name: 'confirmPermanentDelete',
	type: 'boolean',
	default: false,
	description:
		'Whether to permanently delete the account with its conversations, notes, tasks and traits. This cannot be undone.',
};

export const account = defineResource(accountType, {
	simpleFields,
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
		{
			...updated,
			description: 'When anything about an account changes; see Fields to Watch',
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
			// The service keeps them unique (docs/service.md, Accounts).
			lookUp: () => lookUpIn(accountType.noun, { path: accountType.path }, true),
		}),
		upsertByPath(accountType, { required: [name], optional, hasTraits: true }),
		deleteOne(accountType, {
			// docs/service.md, States and transitions
			description: 'Delete an account and all its data permanently',
			below: [confirmation],
			remark: "Wants 'Confirm Permanent Delete'.",
			assertAllowed: (item) => {
				const isConfirmed = switchIn(
					item,
					{ parameter: confirmation.name, label: confirmation.displayName },
					false,
				);
				if (isConfirmed) return;
				throw new VitallyError(
					"The account is not deleted, because 'Confirm Permanent Delete' is off",
					'Vitally destroys the account with its conversations, notes, tasks and traits, and nothing brings them back. Turn the confirmation on if that is what you want.',
					{ field: confirmation.displayName },
				);
			},
		}),
		get(accountType, {
			description: 'Retrieve an account by its ID or external ID',
			simpleFields,
		}),
		getHealthScores,
		getMany(accountType, {
			description: 'Retrieve a list of accounts',
			remark: 'Churned accounts only if asked for.',
			scopes: [organizationType],
			filters: [createdAfterFilter, nameContainsFilter, statusFilter, updatedAfterFilter],
			// The list of an organization takes no status.
			query: (item) =>
				setFields({ status: scopeOf(item, [organizationType]) ? undefined : statusOf(item) }),
			simpleFields,
		}),
		syncAccounts,
		update(accountType, {
			description: "Update an account's fields and traits",
			remark: 'What is not set stays as it is.',
			optional: [
				neverCleared(
					textField({
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
					}),
				),
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
