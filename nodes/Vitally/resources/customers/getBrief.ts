import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { readRecord } from '../../operations/get';
import { scopedList } from '../../operations/listScope';
import { locateForRead, readSelection } from '../../records/locate';
import { appLink } from '../../records/recordLinks';
import { requiredLocator, type RecordType } from '../../records/recordType';
import { readPage } from '../../transport/pages';
import { pathSegment } from '../../transport/pathSegment';
import { accountType, organizationType } from '../recordTypes';
import { accountBriefDetails, type ReadIfAllowed } from './accountBriefDetails';
import {
	SECTIONS_OF_ACCOUNT,
	SECTIONS_OF_ORGANIZATION,
	sectionFields,
	type BriefSection,
} from './briefSections';
import { BRIEF_RECORD_FIELDS, BRIEF_RECORD_IDS, buildBrief } from './buildBrief';
import { readCsm, teammatesById } from './csm';

interface BriefDefinition {
	sections: readonly BriefSection[];
	/** For the description of the operation: what a brief contains. */
	facts: string;
	/** What is read in addition to the sections. */
	details?: typeof accountBriefDetails;
}

export const accountBrief = getBrief(accountType, {
	sections: SECTIONS_OF_ACCOUNT,
	facts: 'key roles, health, renewal, open tasks, last notes, messages and NPS, custom objects',
	details: accountBriefDetails,
});

export const organizationBrief = getBrief(organizationType, {
	sections: SECTIONS_OF_ORGANIZATION,
	facts: 'key roles, health, renewal, its accounts, open tasks and last notes',
});

/**
 * Defines the operation that reads the key facts of an account or organization: the record, one page for each
 * section, the details, and the teammates if no key role contains the CSM. There is no raw output.
 */
function getBrief(type: RecordType, definition: BriefDefinition): OperationDefinition {
	const { sections, facts, details } = definition;
	const lists = sections.map((section) => `\`GET ${scopedList(section.type, type, ':id')}\``);
	const requests = details?.requests ?? 'At most five requests';

	return {
		name: 'Get Brief',
		value: 'getBrief',
		action: `Get ${type.noun} brief`,
		description: `Retrieve the key facts of one ${type.noun} in under 3 KB: ${facts}`,
		docsNote: `The first five open tasks by due date, the five accounts with the lowest health, the last three of the others; long text is cut, and an External ID of more than 200 bytes left out. 'accountsNotShown', 'moreOpenTasks', 'segmentsNotShown' and 'traitsNotShown' say what was left out, 'notRead' names the parts that the API key may not read. ${requests}, and the lists ${lists.join(', ')}.`,
		endpoints: [`GET ${type.path}/:id`],
		returns: briefOutput(definition),
		fields: [requiredLocator(type)],
		run: async (item) => {
			const located = await locateForRead(item, type, readSelection(type, item));
			const record = await readRecord(item, located);
			const reader = new BriefReader(item, type, record);
			const sectionsRead = await reader.readSections(sections);
			const detailsRead = await details?.read({
				item,
				record,
				recordsBySection: reader.recordsBySection,
				readIfAllowed: reader.readIfAllowed,
			});
			const csm = await reader.readCsm();

			const brief = buildBrief(record, csm, {
				...sectionsRead,
				...detailsRead,
				notRead: [...reader.notRead],
				url: appLink(item, type, record).url ?? null,
			});

			return [brief];
		},
	};
}

/** Reads the parts of one brief, and remembers those that the API key may not read. */
class BriefReader {
	/** The names of the parts that could not be read, in the order of the requests. */
	readonly notRead = new Set<string>();
	/** The records that were read for each section. */
	readonly recordsBySection = new Map<BriefSection, IDataObject[]>();

	constructor(
		private readonly item: ItemContext,
		private readonly type: RecordType,
		private readonly record: IDataObject,
	) {}

	/** Waits for a part, and returns `undefined` when the API key cannot read it or it does not exist. */
	readonly readIfAllowed: ReadIfAllowed = async (name, read) =>
		await read.catch((error: unknown) => {
			const status = error instanceof VitallyError ? error.facts.status : undefined;
			if (status !== 403 && status !== 404) throw error;

			this.notRead.add(name);

			return undefined;
		});

	/** Reads one page for each section. A section that cannot be read has no fields. */
	async readSections(sections: readonly BriefSection[]): Promise<IDataObject> {
		const id = pathSegment(this.record.id, this.type.label);
		const fields: IDataObject = {};

		for (const section of sections) {
			const path = scopedList(section.type, this.type, id);
			const list = { path, query: { sortBy: section.sortBy } };
			const read = readPage(this.item, list, section.pageSize);
			const page = await this.readIfAllowed(section.name, read);
			if (page) Object.assign(fields, sectionFields(section, page, this.record));

			this.recordsBySection.set(section, page?.records ?? []);
		}

		return fields;
	}

	/** Reads the CSM. To save requests, only the first page of the teammates is searched for one without a key role. */
	async readCsm(): Promise<IDataObject> {
		const readFirst = async () => await teammatesById(this.item, 1);

		return await readCsm(this.record, async (csmId) => {
			const teammates = await this.item.oncePerRun('first teammates', readFirst);
			const teammate = teammates.get(csmId);
			if (!teammate) this.notRead.add('csm');

			return teammate;
		});
	}
}

/** Returns the fields of the output. A section that the API key cannot read is missing. */
function briefOutput({ sections, details }: BriefDefinition): OperationDefinition['returns'] {
	return {
		...BRIEF_RECORD_FIELDS,
		csmName: 'string?',
		csmEmail: 'string?',
		csmId: 'string?',
		keyRoles: { each: { role: 'string?', name: 'string?', email: 'string?' } },
		keyRolesNotShown: 'number',
		...sectionOutput(sections),
		...details?.fields,
		notRead: 'string[]',
		segmentsNotShown: 'number',
		traitsNotShown: 'number',
		segments: 'string[]',
		...BRIEF_RECORD_IDS,
		url: 'string?',
		traits: 'object',
	};
}

function sectionOutput(sections: readonly BriefSection[]): OperationDefinition['returns'] {
	const fields: Record<string, NonNullable<OperationDefinition['returns']>[string]> = {};

	for (const { name, recordFields, hasMoreField, notShown } of sections) {
		fields[name] = { each: recordFields };
		if (hasMoreField !== undefined) fields[hasMoreField] = 'boolean';
		if (notShown !== undefined) fields[notShown.field] = 'number';
	}

	return fields;
}
