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
import { lookedUpIdField, textField, requiredTextField } from '../../operations/bodyField';
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
import { accountType, organizationType } from '../recordTypes';
import { getHealthScores } from './healthScores';

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
const organization = lookedUpIdField(organizationType, {
	description: 'The organization that owns the account',
});

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
	description: 'Vitally leaves churned accounts out unless they are asked for',
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
		'Whether to destroy the account with its conversations, notes, tasks and traits, which nothing brings back',
};

export const account = defineResource(accountType, {
	simpleFields,
	scopes: [organizationType],
	events: [
		{
			name: 'Churned',
			description: 'When an account gets a churn date',
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
			description: 'Create an account',
			remark: 'External ID and name are required.',
			required: [requiredTextField(externalIdField), name],
			optional: [organization],
			hasTraits: true,
			// The service keeps them unique (docs/service.md, Accounts).
			lookUp: () => lookUpIn(accountType.noun, { path: accountType.path }, true),
		}),
		upsertByPath(accountType, { required: [name], optional: [organization], hasTraits: true }),
		deleteOne(accountType, {
			// docs/service.md, States and transitions
			description: 'Delete an account and everything that belongs to it, for ever',
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
		update(accountType, {
			description: 'Change fields and traits of an account',
			remark: 'What is not set stays as it is.',
			optional: [
				textField({
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					description: 'The new name of the account',
				}),
				lookedUpIdField(organizationType, {
					description:
						'The organization that owns the account. An expression that gives null detaches the account.',
				}),
			],
			hasTraits: true,
		}),
	],
});
