import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalCollection } from '../../fields/collections';
import { requiredText } from '../../fields/text';
import type { Explanation } from '../../transport/client';
import { writtenRecordOf } from '../../transport/records';
import { explainCustomObject } from '../customObject/customObject';
import { route } from '../../operations/route';
import { write } from '../../operations/write';
import { bodyFields, instanceBody } from './body';
import { instancesPath } from './instance';

/** docs/service.md, Custom objects; the body is in docs/public-facts.md, 4.12. */
const createInstance = write({
	request: async (item, service) => {
		const path = instancesPath(item);
		const name = requiredText(item, 'name', 'Name');
		const body = { name, ...(await instanceBody(item, service, 'additionalFields')) };
		const isAlone = !('customerId' in body) && !('organizationId' in body);
		return {
			method: 'POST',
			path,
			body,
			explain: (status) =>
				status === 400 && isAlone ? ownerIsMissing : explainCustomObject(item)(status),
		};
	},
	result: (response, request) => writtenRecordOf(response, request),
});

/** Only said when the service refuses: the document does not show which fields are required. */
const ownerIsMissing: Explanation = {
	message: 'Vitally did not create the instance, which has neither an account nor an organization',
	description: "Add 'Account' or 'Organization' under 'Additional Fields'.",
};

export const create: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a custom object instance',
	description: 'Create an instance of a custom object',
	routing: route(createInstance),
};

const show = { resource: ['customObjectInstance'], operation: ['create'] };

export const createFields: INodeProperties[] = [additionalCollection(show, bodyFields)];
