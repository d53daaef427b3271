import type { IDataObject } from 'n8n-workflow';

import { optionsField } from '../../fields/options';
import { readRecord } from '../../operations/get';
import { pageOf } from '../../operations/output';
import { scopedList } from '../../operations/parent';
import type { OperationRow } from '../../operations/resource';
import type { ItemContext } from '../../run/operation';
import type { ServiceRequest } from '../../transport/client';
import { PAGE_SIZE, readPage, type Page } from '../../transport/pages';
import { pathSegment } from '../../transport/pathSegment';
import { csmOf } from '../csm';
import { accountType, adminType } from '../recordTypes';
import { BRIEF, briefOf } from './brief';
import { PARTS } from './briefParts';
import { locateByPath } from '../../records/locate';
import { requiredLocator } from '../../records/recordType';

const locate = locateByPath(accountType);

/**
 * What somebody has to know of an account before a meeting, put together here: so there is no raw form of
 * it. At most six requests: the account, four lists, and the teammates where no key role shows the CSM.
 */
export const getBrief: OperationRow = {
	name: 'Get Brief',
	value: 'getBrief',
	action: 'Get account brief',
	description:
		'Retrieve the key facts of an account in under 3 KB: CSM, health, renewal, open tasks, last notes, conversations and NPS',
	remark:
		"The first five open tasks by due date, and the last three of the others; long text is cut. 'moreOpenTasks', 'segmentsNotShown' and 'traitsNotShown' say what was left out, 'notRead' names the parts that the API key may not read. At most six requests.",
	endpoints: [`GET ${accountType.path}/:id`],
	reads: [
		...PARTS.map(({ type }) => `GET ${scopedList(type, accountType, ':id')}`),
		`GET ${adminType.path}`,
	],
	returns: BRIEF,
	fields: [requiredLocator(accountType), optionsField()],
	run: async (item) => {
		const account = await readRecord(item, await locate(item));
		const id = pathSegment(account.id, accountType.label);
		const notRead: string[] = [];
		const parts: IDataObject = {};
		for (const { name, type, sortBy, read, show } of PARTS) {
			const list = { path: scopedList(type, accountType, id), query: { sortBy } };
			const page = await readIfAllowed(item, list, read);
			if (page) Object.assign(parts, show(page.records, page.next === undefined));
			else notRead.push(name);
		}
		const csm = await csmOf(account, async (csmId) => {
			const teammates = await item.lookUpOnce(
				'first teammates',
				async () => await readIfAllowed(item, { path: adminType.path }, PAGE_SIZE),
			);
			const found = teammates?.records.find((teammate) => teammate.id === csmId);
			if (!found && (!teammates || teammates.next !== undefined)) notRead.push('csm');
			return found;
		});
		return [briefOf(account, { ...csm, ...pageOf(item, accountType, account), ...parts, notRead })];
	},
};

/** What the service answers where the key may not read a list, or the workspace has none. */
const NOT_READABLE = [403, 404];

/**
 * The first page of a list.
 *
 * @returns `undefined` where the key may not read it
 * @throws VitallyError for any other fault
 */
async function readIfAllowed(
	item: ItemContext,
	list: { path: string; query?: IDataObject },
	limit: number,
): Promise<Page | undefined> {
	let isAllowed = true;
	const send = async (request: ServiceRequest) => {
		const response = await item.send({ ...request, handledStatuses: NOT_READABLE });
		isAllowed = !NOT_READABLE.includes(response.status);
		return isAllowed ? response : { ...response, body: { results: [] } };
	};
	const page = await readPage(send, list, limit);
	return isAllowed ? page : undefined;
}
