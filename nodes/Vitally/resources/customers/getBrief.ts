import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { OperationDefinition } from '../../operations/definition/types';
import { readRecord } from '../../operations/get';
import { appLink } from '../../operations/output/output';
import { scopedList } from '../../operations/parent';
import { locateByPath } from '../../records/locate';
import { requiredLocator } from '../../records/recordType';
import type { ServiceRequest } from '../../transport/client';
import { PAGE_SIZE, readPage, type Page } from '../../transport/pages';
import { pathSegment } from '../../transport/pathSegment';
import { accountType, adminType } from '../recordTypes';
import { sectionFields, SECTIONS } from './briefSections';
import { BRIEF, buildBrief } from './buildBrief';
import { readCsm } from './csm';

/**
 * The key facts of an account, compiled from at most six requests: the record, four lists, and the teammates
 * if no key role contains the CSM. There is no raw output.
 */
export const getBrief: OperationDefinition = {
	name: 'Get Brief',
	value: 'getBrief',
	action: 'Get account brief',
	description:
		'Retrieve the key facts of an account in under 3 KB: CSM, health, renewal, open tasks, last notes, conversations and NPS',
	docsNote:
		"The first five open tasks by due date, and the last three of the others; long text is cut. 'moreOpenTasks', 'segmentsNotShown' and 'traitsNotShown' say what was left out, 'notRead' names the parts that the API key may not read. At most six requests.",
	endpoints: [`GET ${accountType.path}/:id`],
	reads: [
		...SECTIONS.map((section) => `GET ${scopedList(section.type, accountType, ':id')}`),
		`GET ${adminType.path}`,
	],
	returns: BRIEF,
	fields: [requiredLocator(accountType)],
	run: async (item) => {
		const record = await readRecord(item, await locateByPath(accountType)(item));
		const id = pathSegment(record.id, accountType.label);
		const extras: IDataObject = { ...appLink(item, accountType, record) };
		const notRead: string[] = [];
		for (const section of SECTIONS) {
			const list = {
				path: scopedList(section.type, accountType, id),
				query: { sortBy: section.sortBy },
			};
			const page = await readIfAllowed(item, list, section.read);
			if (page) Object.assign(extras, sectionFields(section, page));
			else notRead.push(section.name);
		}
		const csm = await readCsm(record, async (csmId) => {
			const teammates = await item.oncePerRun(
				'first teammates',
				async () => await readIfAllowed(item, { path: adminType.path }, PAGE_SIZE),
			);
			const found = teammates?.records.find((teammate) => teammate.id === csmId);
			if (!found && (!teammates || teammates.next !== undefined)) notRead.push('csm');
			return found;
		});
		return [buildBrief(record, { ...csm, ...extras, notRead })];
	},
};

/** @returns the first page of a list; `undefined` when the API key cannot read it or the list does not exist */
async function readIfAllowed(
	item: ItemContext,
	list: { path: string; query?: IDataObject },
	limit: number,
): Promise<Page | undefined> {
	const send = async (request: ServiceRequest) => await item.send(request);
	return await readPage(send, list, limit).catch((error: unknown) => {
		const status = error instanceof VitallyError ? error.facts.status : undefined;
		if (status === 403 || status === 404) return undefined;
		throw error;
	});
}
