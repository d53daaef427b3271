import type { IDataObject } from 'n8n-workflow';

import type { Evidence } from '../../evidence.cts';
import { compare, type Finding } from '../fact.cts';
import { ACCOUNTS, get } from './queries.cts';

/** Compares whether the service lists records; a rejection counts beside accounts that are listed. */
export async function compareListing(
	evidence: Evidence,
	path: string,
	query: IDataObject,
): Promise<Finding> {
	const rejection = await evidence.rejectionOf(get(path, query), {
		acceptedInstead: async () => await evidence.readPage(ACCOUNTS),
	});
	if (rejection) return compare(String(rejection.status), { isAsExpected: false });

	const records = await evidence.readRecords(path, query);

	return compare(`${records.length} rows`, { isAsExpected: true });
}
