import type { IDataObject } from 'n8n-workflow';

import { ambiguousError, type RecordSource, type Sender } from '../../records/recordSource';
import { findBySearch } from '../../records/search';
import type { ServiceRequest } from '../../transport/client';
import { customObjectInstanceType } from '../recordTypes';

/**
 * The instances of a custom object. A single one is read only by the search, and several may have the same
 * external ID (docs/internal/public-facts.md, 4.12).
 *
 * @param path of the instances of the custom object
 */
export function instanceSource(path: string, explain?: ServiceRequest['explain']): RecordSource {
	const source: RecordSource = {
		noun: 'instance',
		plural: 'instances',
		nameFields: customObjectInstanceType.nameFields,
		path,
		lists: [{ ...customObjectInstanceType.pickList?.query }],
		allowsDuplicates: true,
		createsDuplicates: true,
		ifAmbiguous:
			"Use 'Update' with 'By ID' under 'Instance' to say which one to use; 'Search' lists them.",
		ifMissing: "Check 'Custom Object' and the external ID; a deleted instance is not found.",
		read: async (sender, externalId) => {
			const [one, ...others] = await searchInstances(sender, path, { externalId }, explain);
			if (others.length > 0) throw ambiguousError(source, externalId, others.length + 1);
			return one;
		},
	};
	return source;
}

/**
 * The instances that a search by one ID finds.
 *
 * @param path of the instances of the custom object
 */
export async function searchInstances(
	sender: Sender,
	path: string,
	criterion: { id: string } | { externalId: string },
	explain?: ServiceRequest['explain'],
): Promise<IDataObject[]> {
	const [[name, wanted]] = Object.entries(criterion);
	const found = await findBySearch(sender, `${path}/search`, criterion, explain);
	// In case the search ignores its criterion.
	return found.filter((row) => row[name] === wanted);
}
