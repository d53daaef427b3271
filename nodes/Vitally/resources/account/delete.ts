import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { route } from '../../operations/route';
import { write } from '../../operations/write';
import { accountPath, explainAccount, pickedAccount } from './account';

/** docs/service.md, States and transitions: the account and all data that is only its own go for ever. */
const deleteAccount = write({
	turn: accountPath,
	request: (item) => {
		if (item.getNodeParameter('confirmPermanentDelete', false) !== true) {
			throw new VitallyError(
				"The account is not deleted, because 'Confirm Permanent Delete' is off",
				'Vitally destroys the account with its conversations, notes, tasks and traits, and nothing brings them back. Turn the confirmation on if that is what you want.',
			);
		}
		return { method: 'DELETE', path: accountPath(item), explain: explainAccount(item) };
	},
	result: (_response, _request, item) => ({ deleted: true, id: String(pickedAccount(item).value) }),
});

export const deleteOption: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete an account',
	description: 'Delete an account and everything that belongs to it, for ever',
	routing: route(deleteAccount),
};

export const deleteFields: INodeProperties[] = [
	{
		displayName: 'Confirm Permanent Delete',
		name: 'confirmPermanentDelete',
		type: 'boolean',
		default: false,
		description:
			'Whether to destroy the account with its conversations, notes, tasks and traits, which nothing brings back',
		displayOptions: { show: { resource: ['account'], operation: ['delete'] } },
	},
];
