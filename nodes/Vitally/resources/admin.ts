import { VitallyError } from '../errors/vitallyError';
import { textProperty } from '../fields/properties';
import type { OperationDefinition } from '../operations/definition/operationDefinition';
import { defineResource } from '../operations/definition/resource';
import { getMany } from '../operations/getMany';
import { emailSearchPath, searchByEmail } from '../records/search';
import { readEmail } from '../values/email';
import { adminType } from './recordTypes';

const emailField = textProperty('Email', 'email', {
	placeholder: 'e.g. name@email.com',
	required: true,
	description: 'The email address that the teammate uses to log in to Vitally',
});

const get: OperationDefinition = {
	name: 'Get',
	value: 'get',
	action: 'Get teammate',
	description: 'Retrieve a teammate by email address',
	endpoints: [`GET ${emailSearchPath(adminType)}`],
	returnsRecord: 'whole',
	fields: [emailField],
	run: async (item) => {
		const { name, displayName: field } = emailField;
		const email = readEmail(item.param(name), field);
		const found = await searchByEmail(item, adminType, email);
		if (found.length > 0) return found;

		throw new VitallyError(
			`Vitally has no teammate with the email address "${email}"`,
			"Check 'Email'. Enter the address that the teammate uses to log in to Vitally, not the address of a user at a customer.",
			{ status: 404, field },
		);
	},
};

/** The list is known only from Vitally's own clients (docs/internal/beyond.md, 6). */
const getAll = getMany(adminType, { docsNote: "This list is not in Vitally's documentation." });

export const admin = defineResource(adminType, {
	operations: [get, getAll],
});
