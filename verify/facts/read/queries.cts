import type { IDataObject } from 'n8n-workflow';

import type { ReadRequest } from '../../../nodes/Vitally/transport/client';

export const ACCOUNTS = '/resources/accounts';

/** Without it the service lists only active accounts. */
export const ALL_ACCOUNTS = { status: 'activeOrChurned' };

export function get(path: string, query?: IDataObject): ReadRequest {
	return { method: 'GET', path, query };
}
