import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { assertNotNullLike } from '../../errors/nullLike';
import type { ItemParameters } from '../../fields/itemParameters';
import { optionsField } from '../../fields/options';
import { textProperty } from '../../fields/properties';
import { readEnum } from '../../fields/readers';
import { requiredText } from '../../fields/text';
import type { OperationDefinition } from '../../operations/definition/types';
import { findBySearch } from '../../records/search';
import { userType } from '../recordTypes';
import { userSearch } from './locate';

/** The criteria of the service, which takes exactly one (docs/beyond.md, 3). */
const SEARCH_BY = [
	{ name: 'Email', value: 'email' },
	{
		name: 'Email Subdomain',
		value: 'emailSubdomain',
		description:
			"All users at one address behind the @, for example acme.com. Vitally's documentation does not say how it is compared.",
	},
	{ name: 'External ID', value: 'externalId' },
];

const searchFields: INodeProperties[] = [
	{
		displayName: 'Search By',
		name: 'searchBy',
		type: 'options',
		options: SEARCH_BY,
		// As for custom object instances: where an expression gives the resource, n8n takes one default for both.
		default: 'externalId',
		description: 'The field to search by. Vitally supports one at a time.',
	},
	textProperty('Value', 'searchValue', {
		required: true,
		description: 'The exact value to search for',
	}),
];

function criterionOf(item: ItemParameters): IDataObject {
	const searchBy = readEnum(
		item,
		{ parameter: 'searchBy', label: 'Search By' },
		SEARCH_BY.map(({ value }) => value),
		'externalId',
	);
	const value = requiredText(item, 'searchValue', 'Value');
	assertNotNullLike(value, 'Value');
	return { [searchBy]: searchBy === 'externalId' ? value : value.trim() };
}

/** Finds users by one criterion. */
export const searchUsers: OperationDefinition = {
	name: 'Search',
	value: 'search',
	action: `Search ${userType.plural}`,
	description: 'Find users by email address, email subdomain or external ID',
	docsNote: 'Without a match there is no item.',
	endpoints: [userSearch],
	fields: [...searchFields, optionsField()],
	run: async (item) => {
		const path = `${userType.path}/search`;
		return await findBySearch(item, path, criterionOf(item));
	},
};
