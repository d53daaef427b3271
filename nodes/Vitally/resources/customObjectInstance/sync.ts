import { optionalTextField } from '../../operations/body/bodyField';
import { requiredLocator } from '../../operations/recordType';
import { nameToCreate, sync } from '../../operations/sync/sync';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { owners } from './fields';
import { findInstance, instanceLookUp } from './instanceId';
import { instanceReads, instancesPath } from './locate';

const ifSeveral = {
	description:
		"Use 'Update' with 'By ID' under 'Instance' to say which one to use; 'Search' lists them.",
};

/** Single instances are read through the search (docs/public-facts.md, 4.12). */
export const syncInstances = sync(customObjectInstanceType, {
	above: [requiredLocator(customObjectType)],
	required: [optionalTextField(nameToCreate('instances'))],
	optional: owners,
	hasTraits: 'mapped',
	neededToCreate: ['name'],
	reads: [`GET ${customObjectInstanceType.path}`, ...instanceReads],
	source: async (item) => {
		const path = await instancesPath(item);
		return {
			list: { path, query: { sortBy: 'createdAt' } },
			mayRepeat: true,
			find: async (row, externalId) =>
				await findInstance(row, path, 'externalId', externalId, { ifSeveral }),
		};
	},
	lookUp: ({ list }) => instanceLookUp(list.path),
});
