import type { IDataObject } from 'n8n-workflow';

import type { OperationDefinition } from '../../operations/definition/types';
import { isRecord } from '../../transport/records';
import { takeWithinBytes, jsonByteLength, truncateToBytes } from '../../values/byteLimits';
import { isEmpty } from '../../values/emptyValues';
import { SECTIONS } from './briefSections';
import { sharedTraitFields } from './customerTraits';

const OWN_FIELDS = {
	id: 'string',
	externalId: 'string?',
	name: 'string?',
	healthScore: 'number?',
	mrr: 'number?',
	nextRenewalDate: 'string?',
	trialEndDate: 'string?',
	churnedAt: 'string?',
} as const;

/** The output; a section that the key may not read is missing. */
export const BRIEF = {
	...OWN_FIELDS,
	csmName: 'string?',
	csmEmail: 'string?',
	segments: 'string[]',
	segmentsNotShown: 'number',
	url: 'string',
	...Object.fromEntries(SECTIONS.map(({ name, each }) => [name, { each }])),
	moreOpenTasks: 'boolean',
	notRead: 'string[]',
	traitsNotShown: 'number',
	traits: 'object',
} as const satisfies OperationDefinition['returns'];

/** Traits that the record contains as fields too. */
const TRAITS_AS_FIELDS = sharedTraitFields.map(({ property }) => property.name);

/** Of a brief as JSON, so that a model can read several: under 3 KB. */
const MAX_BYTES = 3000;
const MAX_SEGMENTS_BYTES = 200;
/** Texts are cut until traits have this much room, if they need it. */
const BYTES_FOR_TRAITS = 500;
/** Maximum length of a text in bytes of JSON: the first one that leaves enough room is used. */
const TEXT_BYTES = [300, 200, 140, 100, 70, 40];
const TRAIT_BYTES = 100;
const SEGMENT_BYTES = 60;

/** These are of no use when they are cut. */
const NEVER_CUT = ['id', 'externalId', 'csmEmail', 'url'];

/**
 * A brief of an account or organization: with texts as long and as many traits as fit.
 *
 * @param extras further fields of the brief: the CSM, the link, the sections
 */
export function buildBrief(record: IDataObject, extras: IDataObject): IDataObject {
	const segments = segmentNames(record);
	const shownSegments = takeWithinBytes(segments, MAX_SEGMENTS_BYTES, jsonByteLength);
	const traits = traitEntries(record);
	const whole = {
		...Object.fromEntries(Object.keys(OWN_FIELDS).map((name) => [name, record[name] ?? null])),
		segments: shownSegments,
		segmentsNotShown: segments.length - shownSegments.length,
		...extras,
		traitsNotShown: traits.length,
		traits: {},
	};
	const room = MAX_BYTES - Math.min(BYTES_FOR_TRAITS, jsonByteLength(Object.fromEntries(traits)));
	const candidates = TEXT_BYTES.map((length) => truncateTexts(whole, length));
	const brief = candidates.find((one) => jsonByteLength(one) <= room) ?? candidates.slice(-1)[0];
	const shown = takeWithinBytes(traits, MAX_BYTES - jsonByteLength(brief), entryBytes);
	return {
		...brief,
		traitsNotShown: traits.length - shown.length,
		traits: Object.fromEntries(shown),
	};
}

function segmentNames({ segments }: IDataObject): string[] {
	const listed = Array.isArray(segments) ? (segments as unknown[]) : [];
	return listed.map((one) =>
		truncateToBytes(String(isRecord(one) ? (one.name ?? one.id) : one), SEGMENT_BYTES),
	);
}

type Trait = readonly [string, IDataObject[string]];

/** The traits that have a value. */
function traitEntries({ traits }: IDataObject): Trait[] {
	return Object.entries(isRecord(traits) ? traits : {})
		.filter(([key, value]) => !isEmpty(value) && !TRAITS_AS_FIELDS.includes(key))
		.map(([key, value]) => [
			key,
			typeof value === 'string' ? truncateToBytes(value, TRAIT_BYTES) : value,
		]);
}

/** Key, colon and value. */
function entryBytes([key, value]: Trait): number {
	return jsonByteLength({ [key]: value }) - 2;
}

/** The same with all its texts cut to a length. */
function truncateTexts(brief: IDataObject, length: number): IDataObject {
	return JSON.parse(JSON.stringify(brief), (key, value: unknown) =>
		typeof value === 'string' && !NEVER_CUT.includes(key) ? truncateToBytes(value, length) : value,
	) as IDataObject;
}
