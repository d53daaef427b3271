import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { pathSegment } from '../../transport/pathSegment';
import { recordOf } from '../../transport/records';
import type { RecordType } from '../recordType';
import type { RecordSource } from './recordReader';

/**
 * Records that a path with an external ID reads one by one.
 *
 * @param query of the list that holds all of them
 */
export function sourceByPath({ path, noun }: RecordType, query: IDataObject): RecordSource {
	return {
		list: { path, query },
		find: async (item, externalId) => {
			const request = {
				method: 'GET' as const,
				path: `${path}/${pathSegment(externalId, 'External ID')}`,
				handledStatuses: [404],
			};
			const response = await item.send(request);
			if (response.status === 404) return undefined;
			const record = recordOf(response, request);
			if (record.externalId === externalId) return record;
			throw new VitallyError(
				`"${externalId}" is the Vitally ID of another ${noun}`,
				"Use another 'External ID' for the record: Vitally takes this one for a Vitally ID.",
			);
		},
	};
}
