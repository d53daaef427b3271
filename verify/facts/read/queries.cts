import type { IDataObject } from 'n8n-workflow';

import type { ReadRequest } from '../../../nodes/Vitally/transport/client';

export const ACCOUNTS = '/resources/accounts';

/** The query for all accounts; without it the service lists only active ones. */
export const ALL_ACCOUNTS = { status: 'activeOrChurned' };

export function get(path: string, query?: IDataObject): ReadRequest {
	return { method: 'GET', path, query };
}
