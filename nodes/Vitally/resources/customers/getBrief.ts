import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { readRecord } from '../../operations/get';
import { scopedList } from '../../operations/listScope';
import { orderColumns } from '../../operations/output/columnOrder';
import { locateForRead } from '../../records/locate';
import { appLink } from '../../records/recordLinks';
import { requiredLocator, type RecordType } from '../../records/recordType';
import { readPage } from '../../transport/pages';
import { pathSegment } from '../../transport/pathSegment';
import { takeWithinBytes, jsonByteLength, truncateToBytes } from '../../values/byteLimits';
import { isEmpty } from '../../values/emptyValues';
import { isPlainObject } from '../../values/json';
import { accountType, organizationType } from '../recordTypes';
import {
	SECTIONS_OF_ACCOUNT,
	SECTIONS_OF_ORGANIZATION,
	briefFields,
	sectionFields,
	type BriefSection,
} from './briefSections';
import { keyRolesOf, readCsm, teammatesById } from './csm';
import { moreOfAccount, type ReadIfAllowed } from './moreOfBrief';
import { sharedTraitNames } from './sharedTraitFields';

/**
 * The key facts of an account or organization: the record, one page for each section, what `more` reads, and the
 * teammates if no key role contains the CSM. There is no raw output.
 */
function getBrief(
	type: RecordType,
	sections: readonly BriefSection[],
	facts: string,
	more?: typeof moreOfAccount,
): OperationDefinition {
	const lists = sections.map((section) => `\`GET ${scopedList(section.type, type, ':id')}\``);
	const requests = more?.requests ?? 'At most five requests';

	return {
		name: 'Get Brief',
		value: 'getBrief',
		action: `Get ${type.noun} brief`,
		description: `Retrieve the key facts of one ${type.noun} in under 3 KB: ${facts}`,
		docsNote: `The first five open tasks by due date, the five accounts with the lowest health, the last three of the others; long text is cut, and an External ID of more than 200 bytes left out. 'accountsNotShown', 'moreOpenTasks', 'segmentsNotShown' and 'traitsNotShown' say what was left out, 'notRead' names the parts that the API key may not read. ${requests}, and the lists ${lists.join(', ')}.`,
		endpoints: [`GET ${type.path}/:id`],
		returns: briefOutput(sections, more?.fields),
		fields: [requiredLocator(type)],
		run: async (item) => {
			const record = await readRecord(item, await locateForRead(type)(item));
			const id = pathSegment(record.id, type.label);
			const found: IDataObject = {};
			const notRead: string[] = [];
			const readIfAllowed: ReadIfAllowed = async (name, read) =>
				await read.catch((error: unknown) => {
					const status = error instanceof VitallyError ? error.facts.status : undefined;
					if (status !== 403 && status !== 404) throw error;

					notRead.push(name);

					return undefined;
				});
			const lists = new Map<BriefSection, IDataObject[]>();

			for (const section of sections) {
				const path = scopedList(section.type, type, id);
				const list = { path, query: { sortBy: section.sortBy } };
				const page = await readIfAllowed(section.name, readPage(item, list, section.read));
				if (page) Object.assign(found, sectionFields(section, page, record));

				lists.set(section, page?.records ?? []);
			}

			Object.assign(found, await more?.read({ item, record, lists, readIfAllowed }));
			const csm = await readCsm(record, async (csmId) => {
				const readFirst = async () => await teammatesById(item, 1);
				const teammate = (await item.oncePerRun('first teammates', readFirst)).get(csmId);
				if (!teammate) notRead.push('csm');

				return teammate;
			});

			return [
				buildBrief(record, csm, {
					...found,
					notRead: [...new Set(notRead)],
					url: null,
					...appLink(item, type, record),
				}),
			];
		},
	};
}

const RECORD_FIELDS = {
	name: 'string?',
	healthScore: 'number?',
	mrr: 'number?',
	nextRenewalDate: 'string?',
	trialEndDate: 'string?',
	churnedAt: 'string?',
} as const;

const RECORD_IDS = { externalId: 'string?', id: 'string' } as const;

/** The fields of the output. A section that the API key cannot read is missing. */
function briefOutput(
	sections: readonly BriefSection[],
	more: OperationDefinition['returns'],
): OperationDefinition['returns'] {
	const ofSections = sections.flatMap(({ name, each, more, notShown }) => [
		[name, { each }],
		...(more ? [[more, 'boolean']] : []),
		...(notShown ? [[notShown.name, 'number']] : []),
	]);

	return {
		...RECORD_FIELDS,
		csmName: 'string?',
		csmEmail: 'string?',
		csmId: 'string?',
		keyRoles: { each: { role: 'string?', name: 'string?', email: 'string?' } },
		keyRolesNotShown: 'number',
		...(Object.fromEntries(ofSections) as OperationDefinition['returns']),
		...more,
		notRead: 'string[]',
		segmentsNotShown: 'number',
		traitsNotShown: 'number',
		segments: 'string[]',
		...RECORD_IDS,
		url: 'string?',
		traits: 'object',
	};
}

/** Maximum length of a brief as JSON, so that several fit into the context of a model. */
const MAX_BYTES = 3000;
const MAX_SEGMENTS_BYTES = 200;
const MAX_KEY_ROLES_BYTES = 300;
/** Maximum lengths of a string in bytes of JSON, tried in this order until the brief is short enough. */
const STRING_BYTES = [300, 200, 140, 100, 70, 40, 20, 12];
const TRAIT_BYTES = 100;

/** These are of no use when they are truncated, so longer ones are left out. */
const NEVER_TRUNCATED = ['id', 'externalId', 'csmId', 'csmEmail', 'email', 'url'];
const MAX_NEVER_TRUNCATED_BYTES = 200;

/** @param extras further fields of the brief, whose strings are as long, and traits as many, as fit */
function buildBrief(record: IDataObject, csm: IDataObject, extras: IDataObject): IDataObject {
	const listed: unknown[] = Array.isArray(record.segments) ? record.segments : [];
	const segments = listed.filter(isPlainObject).map(({ id, name }) => String(name ?? id));
	const shownSegments = takeWithinBytes(segments, MAX_SEGMENTS_BYTES);
	const keyRoles = keyRolesOf(record).map(({ role, name, email }) => ({ role, name, email }));
	const shownRoles = takeWithinBytes(keyRoles, MAX_KEY_ROLES_BYTES);
	const traits = traitEntries(record);
	const whole = orderColumns({
		...briefFields(record, Object.keys({ ...RECORD_FIELDS, ...RECORD_IDS })),
		...csm,
		keyRoles: shownRoles,
		keyRolesNotShown: keyRoles.length - shownRoles.length,
		...extras,
		segmentsNotShown: segments.length - shownSegments.length,
		segments: shownSegments,
		traitsNotShown: traits.length,
		traits: {},
	});
	const candidates = STRING_BYTES.map((length) => truncateStrings(whole, length));
	const brief =
		candidates.find((one) => jsonByteLength(one) <= MAX_BYTES) ?? candidates.slice(-1)[0];
	const shown = takeWithinBytes(traits, MAX_BYTES - jsonByteLength(brief));

	return {
		...brief,
		traitsNotShown: traits.length - shown.length,
		traits: Object.fromEntries(shown),
	};
}

function traitEntries({ traits }: IDataObject): Array<[string, IDataObject[string]]> {
	return Object.entries(isPlainObject(traits) ? traits : {})
		.filter(([key, value]) => !isEmpty(value) && !sharedTraitNames.includes(key))
		.map(([key, value]) => [
			key,
			typeof value === 'string' ? truncateToBytes(value, TRAIT_BYTES) : value,
		]);
}

/** @param length maximum of each string, in bytes of JSON */
function truncateStrings(brief: IDataObject, length: number): IDataObject {
	const { notRead } = brief;
	const truncated = JSON.parse(JSON.stringify(brief), (key, value: unknown) => {
		if (typeof value !== 'string') return value;
		if (!NEVER_TRUNCATED.includes(key)) return truncateToBytes(value, length);

		return jsonByteLength(value) > MAX_NEVER_TRUNCATED_BYTES ? undefined : value;
	}) as IDataObject;

	return { ...truncated, notRead };
}

export const accountBrief = getBrief(
	accountType,
	SECTIONS_OF_ACCOUNT,
	'key roles, health, renewal, open tasks, last notes, messages and NPS, custom objects',
	moreOfAccount,
);

export const organizationBrief = getBrief(
	organizationType,
	SECTIONS_OF_ORGANIZATION,
	'key roles, health, renewal, its accounts, open tasks and last notes',
);
