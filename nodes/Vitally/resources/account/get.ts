import type { INodePropertyOptions } from 'n8n-workflow';

import { simplifierOf } from '../../fields/list';
import type { Operation } from '../../transport/item';
import { recordOf } from '../../transport/records';
import { route } from '../../operations/route';
import { accountPath, explainAccount, SIMPLE_FIELDS } from './account';

/** docs/service.md, Accounts */
const getAccount: Operation = async (item, service) => {
	const request = {
		method: 'GET' as const,
		path: accountPath(item),
		explain: explainAccount(item),
	};
	const account = recordOf(await service.send(request), request);
	return [simplifierOf(item, SIMPLE_FIELDS)(account)];
};

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get an account',
	description: 'Retrieve an account by its ID or external ID',
	routing: route(getAccount),
};
