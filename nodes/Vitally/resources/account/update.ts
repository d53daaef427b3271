import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assertChanges, setFields } from '../../fields/body';
import { updateCollection } from '../../fields/collections';
import { organizationLocator } from '../../fields/locators';
import { traitsOfItem } from '../../fields/traits';
import { writtenRecordOf } from '../../transport/records';
import { optionalParentId } from '../../operations/parent';
import { route } from '../../operations/route';
import { write } from '../../operations/write';
import { accountPath, explainAccount } from './account';

/** docs/service.md, Accounts (update body) */
const updateAccount = write({
	turn: accountPath,
	request: async (item, service) => {
		const { name } = item.getNodeParameter('updateFields', {}) as IDataObject;
		const body = setFields({
			name,
			traits: traitsOfItem(item),
			organizationId: await optionalParentId(item, service, 'organization', 'updateFields'),
		});
		assertChanges(body);
		return { method: 'PUT', path: accountPath(item), body, explain: explainAccount(item) };
	},
	result: (response, request) => writtenRecordOf(response, request),
});

export const update: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update an account',
	description: 'Change fields and traits of an account',
	routing: route(updateAccount),
};

export const updateFields: INodeProperties[] = [
	updateCollection({ resource: ['account'], operation: ['update'] }, [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			description: 'The new name of the account',
		},
		{
			...organizationLocator(),
			description:
				'The organization that owns the account. An expression that gives null detaches the account.',
		},
	]),
];
