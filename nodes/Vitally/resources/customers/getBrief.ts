import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { readRecord } from '../../operations/get';
import { scopedList } from '../../operations/listScope';
import { locateForRead, readSelection } from '../../records/locate';
import { appLink } from '../../records/recordLinks';
import { requiredLocator, type RecordType } from '../../records/recordType';
import { accountType, organizationType } from '../recordTypes';
import { accountBriefDetails } from './accountBriefDetails';
import { BriefReader } from './briefReader';
import {
	MAX_PAGES,
	SECTIONS_OF_ACCOUNT,
	SECTIONS_OF_ORGANIZATION,
	type BriefSection,
} from './briefSections';
import { BRIEF_RECORD_FIELDS, BRIEF_RECORD_IDS, buildBrief } from './buildBrief';

interface BriefDefinition {
	sections: readonly BriefSection[];
	/** What a brief contains, as the description of the operation says it. */
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
 * Defines the operation that reads the key facts of an account or organization: the record, the list of each
 * section, the details, and the teammates if no key role contains the CSM. There is no raw output.
 */
function getBrief(type: RecordType, definition: BriefDefinition): OperationDefinition {
	const { sections, facts, details } = definition;
	const lists = sections.map((section) => `\`GET ${scopedList(section.type, type, ':id')}\``);
	const otherRequests = details ? `${details.requests}; ` : '';

	return {
		name: 'Get Brief',
		value: 'getBrief',
		action: `Get ${type.noun} brief`,
		description: `Retrieve the key facts of one ${type.noun} in under 3 KB: ${facts}`,
		docsNote: `It shows the first five open tasks by due date, the five accounts with the lowest health, and the last three records of each other kind. Long text is cut, and an External ID of more than 200 bytes is left out. The counts of what is left out are in 'accountsNotShown', 'moreOpenTasks', 'segmentsNotShown' and 'traitsNotShown'. The node reads lists to their end, up to ${MAX_PAGES} pages of 100: 'notComplete' names the lists that have more, and 'notRead' the parts that Vitally refused. Requests: ${lists.join(', ')}; ${otherRequests}and the teammates if no key role shows the CSM.`,
		endpoints: [`GET ${type.path}/:id`],
		returns: briefOutput(definition),
		fields: [requiredLocator(type)],
		run: async (item) => {
			const located = await locateForRead(item, type, readSelection(type, item));
			const record = await readRecord(item, located);
			const reader = new BriefReader(item, type, record);
			const sectionsRead = await reader.readSections(sections);
			const detailsRead = await details?.read(reader);
			const csm = await reader.readCsm();

			const brief = buildBrief(record, csm, {
				...sectionsRead,
				...detailsRead,
				notRead: [...reader.notRead],
				notComplete: [...reader.notComplete],
				url: appLink(item, type, record).url ?? null,
			});

			return [brief];
		},
	};
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
		notComplete: 'string[]',
		segmentsNotShown: 'number',
		traitsNotShown: 'number',
		segments: 'string[]',
		...BRIEF_RECORD_IDS,
		url: 'string?',
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
