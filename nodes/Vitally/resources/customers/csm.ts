import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import type { OutputShape } from '../../operations/definition/operationDefinition';
import type { SendContext } from '../../transport/client';
import { pages } from '../../transport/pages';
import { csmIdOf, keyRolesOf } from '../../values/recordValues';
import { adminType } from '../recordTypes';

/**
 * Reads the CSM of an account or organization, see `csmIdOf`.
 *
 * @param findTeammate finds a teammate by Vitally ID, for a CSM without a key role
 * @returns name, email address and ID of the CSM, null for what is not known; a promise only if a teammate is needed
 */
export function readCsm(
	customer: Readonly<Record<string, unknown>>,
	findTeammate: (id: string) => Promise<IDataObject | undefined>,
): IDataObject | Promise<IDataObject> {
	const csmId = csmIdOf(customer);
	if (typeof csmId !== 'string') return { csmName: null, csmEmail: null, csmId: null };

	const role = keyRolesOf(customer).find(({ id }) => id === csmId);
	if (role) return csmColumns(csmId, role as IDataObject);

	return findTeammate(csmId).then((teammate) => csmColumns(csmId, teammate));
}

function csmColumns(csmId: string, csm?: IDataObject): IDataObject {
	return { csmName: csm?.name ?? null, csmEmail: csm?.email ?? null, csmId };
}

/** The CSM for simplified records; teammates are read once per run. */
export const csmDetails: OutputShape['details'] = {
	endpoint: `GET ${adminType.path}`,
	read: (item, record) => readCsm(record, async (id) => await findTeammate(item, id)),
};

async function findTeammate(item: ItemContext, id: string): Promise<IDataObject | undefined> {
	const readAll = async () => await teammatesById(item);
	const teammates = await item.oncePerRun('teammates by id', readAll);

	return teammates.get(id);
}

/**
 * Reads the teammates; a single one cannot be read (docs/internal/beyond.md, 6). The list is not documented and
 * may be missing, so an error ends it without failing the item.
 *
 * @param maxPages how many pages of the list to read, by default all
 * @returns the teammates that were read, by Vitally ID
 */
export async function teammatesById(
	context: SendContext,
	maxPages = Infinity,
): Promise<Map<string, IDataObject>> {
	const found = new Map<string, IDataObject>();
	let pagesRead = 0;

	try {
		for await (const { records } of pages(context, { path: adminType.path })) {
			for (const teammate of records) found.set(String(teammate.id), teammate);

			pagesRead++;
			if (pagesRead >= maxPages) break;
		}
	} catch {
		// The teammates found so far are still useful.
	}

	return found;
}
