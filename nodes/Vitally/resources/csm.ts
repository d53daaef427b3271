import type { IDataObject } from 'n8n-workflow';

import type { RecordShape } from '../operations/output';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import { PAGE_SIZE, pages } from '../transport/pages';
import { isRecord } from '../transport/records';
import { adminType } from './recordTypes';

/** The fields that `csmOf` gives: text, or null. */
export const CSM_FIELDS = ['csmName', 'csmEmail'] as const;

/**
 * Name and email address of the CSM of an account or organization, who mostly has a key role too.
 *
 * @param teammate finds those who have none
 * @returns null for what is not known
 * Source: docs/public-facts.md, 4.1
 */
export async function csmOf(
	{ csmId, keyRoles }: Readonly<Record<string, unknown>>,
	teammate: (id: string) => Promise<IDataObject | undefined>,
): Promise<IDataObject> {
	if (typeof csmId !== 'string' || csmId === '') return { csmName: null, csmEmail: null };
	const holders = (Array.isArray(keyRoles) ? (keyRoles as unknown[]) : [])
		.map((role) => (isRecord(role) ? role.vitallyUser : undefined))
		.filter(isRecord);
	const csm = holders.find(({ id }) => id === csmId) ?? (await teammate(csmId));
	return { csmName: csm?.name ?? null, csmEmail: csm?.email ?? null };
}

/** As `csmOf`, for simplified records: all teammates are read, once in a run. */
export const csmDetails: RecordShape['details'] = {
	reads: `GET ${adminType.path}`,
	of: async (item, record) => await csmOf(record, async (id) => (await teammatesOf(item)).get(id)),
};

async function teammatesOf(item: ItemContext): Promise<Map<string, IDataObject>> {
	const send = async (request: ServiceRequest) => await item.send(request);
	return await item.lookUpOnce('teammates by id', async () => {
		const found = new Map<string, IDataObject>();
		try {
			for await (const page of pages(send, { path: adminType.path }, PAGE_SIZE)) {
				for (const teammate of page) found.set(String(teammate.id), teammate);
			}
		} catch {
			// The list is on no page of the documentation, and may be missing; the record itself counts.
		}
		return found;
	});
}
