import type { INodeProperties } from 'n8n-workflow';

import { dryRunOption } from '../Vitally/fields/dryRun';
import { optionsField } from '../Vitally/fields/options';
import { traitFields } from '../Vitally/fields/traits';
import { batchOption, stampFields } from './fields';
import { accountFields, accountOperations, organizationIdField } from './resources/account';

const accountMessage = { resource: ['account'], operation: ['upsert'] };

/** What the editor shows, in its order. Fields that every message has stand in `fields`. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [{ name: 'Account', value: 'account' }],
		default: 'account',
	},
	accountOperations,
	...accountFields,
	...traitFields(accountMessage, accountMessage),
	stampFields(accountMessage, [organizationIdField]),
	optionsField(accountMessage, [batchOption, dryRunOption]),
];
