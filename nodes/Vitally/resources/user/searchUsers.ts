import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { choiceProperty, textProperty } from '../../fields/properties';
import { readChoice, requiredId } from '../../fields/readers';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { normalizeEmail } from '../../records/recordList';
import { emailSearchPath, searchRecords } from '../../records/search';
import { readEmail, readEmailDomain } from '../../values/email';
import { userType } from '../recordTypes';

const CRITERIA = [
	{ name: 'Email', value: 'email' },
	{
		name: 'Email Subdomain',
		value: 'emailSubdomain',
		description:
			"All users whose email address ends in this domain, for example acme.com. Vitally's documentation doesn't say how it compares subdomains.",
	},
	{ name: 'External ID', value: 'externalId' },
];

const searchBy = choiceProperty('Search By', 'searchBy', {
	options: CRITERIA,
	default: 'email',
	description: 'The field to search by. Vitally supports one at a time.',
});

const PLACEHOLDERS: Record<string, string> = {
	email: 'e.g. name@email.com',
	emailSubdomain: 'e.g. acme.com',
	externalId: 'e.g. user-42',
};

/** There is a field for each criterion: a model receives only the label. */
const valueFields = CRITERIA.map(({ name, value }) =>
	textProperty(name, 'searchValue', {
		required: true,
		placeholder: PLACEHOLDERS[value],
		displayOptions: { show: { searchBy: [value] } },
	}),
);

export const searchUsers: OperationDefinition = {
	name: 'Search',
	value: 'search',
	action: `Search ${userType.plural}`,
	description: 'Find users by email address, email subdomain or External ID',
	docsNote: 'Without a match, the node returns no item.',
	endpoints: [`GET ${emailSearchPath(userType)}`],
	returnsRecord: 'whole',
	fields: [searchBy, ...valueFields],
	run: async (item) => {
		const criterion = readCriterion(item);
		const users = await searchRecords(item, emailSearchPath(userType), criterion);
		const email = typeof criterion.email === 'string' ? criterion.email : '';
		if (users.length > 0 || email === normalizeEmail(email)) return users;

		return await searchRecords(item, emailSearchPath(userType), { email: normalizeEmail(email) });
	},
};

/** Reads the field to search by and its value, as the query of the search. */
function readCriterion(item: ItemParameters): IDataObject {
	const criterion = readChoice(item, searchBy);
	const label = CRITERIA.find(({ value }) => value === criterion)?.name ?? '';
	const entered = item.param('searchValue');

	if (criterion === 'email') return { email: readEmail(entered, label) };
	if (criterion === 'emailSubdomain') return { emailSubdomain: readEmailDomain(entered, label) };

	return { externalId: requiredId(item, 'searchValue', label) };
}
