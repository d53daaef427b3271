import { optionalTextField } from '../../operations/body/bodyField';
import { nameToCreate, sync } from '../../operations/sync';
import { requiredLocator } from '../../records/recordType';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { owners } from './fields';
import { instanceSource } from './instanceSource';
import { instanceReads, instancesPath } from './locate';

/** Single instances are read through the search (docs/public-facts.md, 4.12). */
export const syncInstances = sync(customObjectInstanceType, {
	above: [requiredLocator(customObjectType)],
	required: [optionalTextField(nameToCreate('instances'))],
	optional: owners,
	hasTraits: 'mapped',
	requiredOnCreate: ['name'],
	reads: [`GET ${customObjectInstanceType.path}`, ...instanceReads],
	source: async (item) => instanceSource(await instancesPath(item)),
});
