import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { optionsField } from '../fields/options';
import { requiredText } from '../fields/text';
import { getMany } from '../operations/getMany';
import { defineResource, type OperationRow } from '../operations/resource';
import { isRecord } from '../transport/records';
import { adminType } from './recordTypes';

const emailField: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'name@email.com',
	required: true,
	default: '',
	description: 'The e-mail address with which the teammate logs in to Vitally',
};

/**
 * The answer is one object; a client expects a page, and what comes without a match is not known
 * (docs/beyond.md, 6 and 19).
 */
const get: OperationRow = {
	name: 'Get',
	value: 'get',
	action: 'Get teammate',
	description: 'Retrieve a teammate by e-mail address',
	endpoints: [`GET ${adminType.path}/search`],
	fields: [emailField, optionsField()],
	run: async (item) => {
		const email = requiredText(item, emailField.name, emailField.displayName).trim();
		const { status, body } = await item.send({
			method: 'GET',
			path: `${adminType.path}/search`,
			query: { email },
			handledStatuses: [404],
		});
		const found = status === 404 ? undefined : teammateIn(body);
		if (found) return [found];
		throw new VitallyError(
			`Vitally has no teammate with the e-mail address "${email}"`,
			"Check 'Email': it is the address with which the teammate logs in to Vitally, not that of a user at a customer.",
			{ status: 404 },
		);
	},
};

function teammateIn(body: unknown): IDataObject | undefined {
	const one: unknown = isRecord(body) && Array.isArray(body.results) ? body.results[0] : body;
	return isRecord(one) && typeof one.id === 'string' ? one : undefined;
}

const list = getMany(adminType, {
	description: 'Retrieve a list of teammates',
	remark: "This list is not in Vitally's documentation.",
	isUnordered: true,
});

const getAll: OperationRow = {
	...list,
	run: async (item) =>
		await list.run(item).catch((error: Error) => {
			throw explained(error);
		}),
};

/** Only shipped clients know the list (docs/beyond.md, 6). */
function explained(error: Error): Error {
	if (!(error instanceof VitallyError) || error.facts.status !== 404) return error;
	return new VitallyError(
		'Vitally has no list of teammates here',
		"The list is not in Vitally's documentation, and may be missing in a workspace. Use the operation 'Get' with an e-mail address instead.",
		error.facts,
	);
}

/** docs/beyond.md, 6 */
export const admin = defineResource(adminType, {
	defaultOperation: 'get',
	operations: [get, getAll],
});
