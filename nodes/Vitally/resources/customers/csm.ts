import type { IDataObject } from 'n8n-workflow';

import type { OutputShape } from '../../operations/definition/types';
import type { ServiceRequest, ServiceResponse } from '../../transport/client';
import { PAGE_SIZE, pages } from '../../transport/pages';
import { isRecord } from '../../transport/records';
import { adminType } from '../recordTypes';

/** The fields that `csmOf` returns: text, or null. */
export const CSM_FIELDS = ['csmName', 'csmEmail'] as const;

/**
 * Name and email address of the CSM of an account or organization, who mostly has a key role too.
 *
 * @param teammate finds those who have none
 * @returns null for what is not known
 * Source: docs/public-facts.md, 4.1
 */
export async function readCsm(
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
export const csmDetails: OutputShape['details'] = {
	reads: `GET ${adminType.path}`,
	of: async (item, record) =>
		await readCsm(record, async (id) => {
			const send = async (request: ServiceRequest) => await item.send(request);
			const read = async () => await teammatesById(send);
			return (await item.oncePerRun('teammates by id', read)).get(id);
		}),
};

/**
 * All teammates; there is no read of one (docs/beyond.md, 6). The list is on no page of the documentation
 * and may be missing: a read that fails returns the teammates read before it, because the records matter more.
 *
 * @param isLate ends reading after a page
 */
export async function teammatesById(
	send: (request: ServiceRequest) => Promise<ServiceResponse>,
	isLate: () => boolean = () => false,
): Promise<Map<string, IDataObject>> {
	const found = new Map<string, IDataObject>();
	try {
		for await (const page of pages(send, { path: adminType.path }, PAGE_SIZE)) {
			for (const teammate of page) found.set(String(teammate.id), teammate);
			if (isLate()) break;
		}
	} catch {
		// What was found until then is enough for some.
	}
	return found;
}
