import type { INodePropertyOptions } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { requiredText } from '../../fields/text';
import { traitsOfItem } from '../../fields/traits';
import { writtenRecordOf } from '../../transport/records';
import { createOnce, externalIdOf } from '../../operations/create';
import { optionalParentId } from '../../operations/parent';
import { route } from '../../operations/route';
import { write } from '../../operations/write';
import { ACCOUNTS } from './account';

/** docs/service.md, Accounts (create body) */
const createAccount = write({
	request: async (item, service) => ({
		method: 'POST',
		path: ACCOUNTS,
		body: setFields({
			externalId: requiredText(item, 'externalId', 'External ID'),
			name: requiredText(item, 'name', 'Name'),
			traits: traitsOfItem(item),
			organizationId: await optionalParentId(item, service, 'organization', 'additionalFields'),
		}),
	}),
	send: async (request, item, service) =>
		await createOnce(item, service, request, { path: ACCOUNTS }, externalIdOf(request)),
	result: (response, request) => writtenRecordOf(response, request),
});

export const create: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create an account',
	description: 'Create an account',
	routing: route(createAccount),
};
