import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { OperationDefinition } from '../../operations/definition/types';
import { readRecord } from '../../operations/get';
import { appLink } from '../../operations/output/output';
import { scopedList } from '../../operations/parent';
import { locateByPath } from '../../records/locate';
import { requiredLocator, type RecordType } from '../../records/recordType';
import type { ServiceRequest } from '../../transport/client';
import { PAGE_SIZE, readPage, type Page } from '../../transport/pages';
import { pathSegment } from '../../transport/pathSegment';
import { accountType, adminType, organizationType } from '../recordTypes';
import {
	SECTIONS_OF_ACCOUNT,
	SECTIONS_OF_ORGANIZATION,
	sectionFields,
	type BriefSection,
} from './briefSections';
import { briefOutput, buildBrief } from './buildBrief';
import { readCsm } from './csm';

export const accountBrief = getBrief(accountType, {
	sections: SECTIONS_OF_ACCOUNT,
	description:
		'Retrieve the key facts of an account in under 3 KB: CSM, health, renewal, open tasks, last notes, conversations and NPS',
	docsNote:
		"The first five open tasks by due date, and the last three of the others; long text is cut. 'moreOpenTasks', 'segmentsNotShown' and 'traitsNotShown' say what was left out, 'notRead' names the parts that the API key may not read. At most six requests.",
});

export const organizationBrief = getBrief(organizationType, {
	sections: SECTIONS_OF_ORGANIZATION,
	description:
		'Retrieve the key facts of an organization in under 3 KB: CSM, health, renewal, its accounts, open tasks and last notes',
	docsNote:
		"The five accounts with the lowest health, the first five open tasks by due date, the last three notes. 'accountsNotShown', 'moreOpenTasks', 'segmentsNotShown' and 'traitsNotShown' say what was left out, 'notRead' names the parts that the API key may not read. At most five requests.",
});

interface BriefFacts extends Pick<OperationDefinition, 'description' | 'docsNote'> {
	sections: readonly BriefSection[];
}

/**
 * The key facts of an account or organization, compiled from at most six requests: the record, one page for
 * each section, and the teammates if no key role contains the CSM. There is no raw output.
 */
function getBrief(type: RecordType, { sections, ...info }: BriefFacts): OperationDefinition {
	const lists = sections.map((section) => scopedList(section.type, type, ':id'));
	return {
		...info,
		name: 'Get Brief',
		value: 'getBrief',
		action: `Get ${type.noun} brief`,
		endpoints: [`GET ${type.path}/:id`],
		reads: [...lists.map((path) => `GET ${path}`), `GET ${adminType.path}`],
		returns: briefOutput(sections),
		fields: [requiredLocator(type)],
		run: async (item) => {
			const record = await readRecord(item, await locateByPath(type)(item));
			const id = pathSegment(record.id, type.label);
			const found: IDataObject = {};
			const notRead: string[] = [];
			for (const section of sections) {
				const path = scopedList(section.type, type, id);
				const list = { path, query: { sortBy: section.sortBy } };
				const page = await readIfAllowed(item, list, section.read);
				if (page) Object.assign(found, sectionFields(section, page, record));
				else notRead.push(section.name);
			}
			const csm = await readCsm(record, async (csmId) => {
				const teammates = await item.oncePerRun(
					'first teammates',
					async () => await readIfAllowed(item, { path: adminType.path }, PAGE_SIZE),
				);
				const teammate = teammates?.records.find((one) => one.id === csmId);
				if (!teammate && (!teammates || teammates.next !== undefined)) notRead.push('csm');
				return teammate;
			});
			return [buildBrief(record, csm, { ...found, notRead, ...appLink(item, type, record) })];
		},
	};
}

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
