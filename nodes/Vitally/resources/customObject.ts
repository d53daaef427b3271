import { defineResource } from '../operations/definition/resource';
import { recordFilters } from '../operations/filters/recordFilters';
import { get } from '../operations/get';
import { getMany } from '../operations/getMany';
import { customObjectType } from './recordTypes';

/** docs/internal/service.md, Custom objects; docs/internal/public-facts.md, 4.12 */
export const customObject = defineResource(customObjectType, {
	defaultOperation: 'get',
	operations: [
		get(customObjectType, {
			description: 'Retrieve a custom object and its fields',
		}),
		getMany(customObjectType, {
			description: 'Retrieve a list of custom objects',
			// The label is the name in the user interface.
			filters: recordFilters('Name', 'label'),
		}),
	],
});
