import { VitallyError } from '../../errors/vitallyError';
import { optionalTextField } from '../../operations/bodyField';
import { requiredLocator } from '../../operations/recordType';
import { findBySearch } from '../../operations/search';
import { nameToCreate, sync } from '../../operations/sync/sync';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { owners } from './fields';
import { instanceLookUp } from './instanceId';
import { instanceReads, instancesPath } from './locate';

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
			find: async (row, externalId) => {
				const found = await findBySearch(row, `${path}/search`, { externalId });
				// The search could ignore its criterion.
				const [record, ...others] = found.filter((one) => one.externalId === externalId);
				if (others.length === 0) return record;
				throw new VitallyError(
					`${others.length + 1} instances have the external ID "${externalId}"`,
					"Use 'Update' with 'By ID' under 'Instance' to say which one is meant; 'Search' lists them.",
				);
			},
		};
	},
	lookUp: ({ list }) => instanceLookUp(list.path),
});
