import type { IDataObject } from 'n8n-workflow';

import type { OperationDefinition } from '../../operations/definition/types';
import { orderColumns } from '../../operations/output/output';
import { takeWithinBytes, jsonByteLength, truncateToBytes } from '../../values/byteLimits';
import { isEmpty } from '../../values/emptyValues';
import { isPlainObject } from '../../values/plainObject';
import { briefFields, type BriefSection } from './briefSections';
import { sharedTraitNames } from './sharedTraitFields';

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
export function briefOutput(sections: readonly BriefSection[]): OperationDefinition['returns'] {
	return {
		...RECORD_FIELDS,
		csmName: 'string?',
		csmEmail: 'string?',
		segments: 'string[]',
		segmentsNotShown: 'number',
		...Object.assign({}, ...sections.map(outputOf)),
		notRead: 'string[]',
		traitsNotShown: 'number',
		...RECORD_IDS,
		url: 'string',
		traits: 'object',
	};
}

function outputOf({ name, each, more, notShown }: BriefSection): OperationDefinition['returns'] {
	return {
		[name]: { each },
		...(more && { [more]: 'boolean' as const }),
		...(notShown && { [notShown.name]: 'number' as const }),
	};
}

/** Maximum length of a brief as JSON, so that several fit into the context of a model. */
const MAX_BYTES = 3000;
const MAX_SEGMENTS_BYTES = 200;
/** Strings are truncated until this much is left for traits, if they need it. */
const BYTES_FOR_TRAITS = 500;
/** Maximum lengths of a string in bytes of JSON, tried in this order until the brief is short enough. */
const STRING_BYTES = [300, 200, 140, 100, 70, 40, 20];
const TRAIT_BYTES = 100;
const SEGMENT_BYTES = 60;

/** These are of no use when they are truncated. */
const NEVER_TRUNCATED = ['id', 'externalId', 'csmEmail', 'url'];

/**
 * A brief of an account or organization, with strings as long and as many traits as fit.
 *
 * @param csm name and email address of the CSM
 * @param extras further fields of the brief: the sections, the link
 */
export function buildBrief(
	record: IDataObject,
	csm: IDataObject,
	extras: IDataObject,
): IDataObject {
	const segments = segmentNames(record);
	const shownSegments = takeWithinBytes(segments, MAX_SEGMENTS_BYTES, jsonByteLength);
	const traits = traitEntries(record);
	const whole = orderColumns({
		...briefFields(record, Object.keys({ ...RECORD_FIELDS, ...RECORD_IDS })),
		...csm,
		segments: shownSegments,
		segmentsNotShown: segments.length - shownSegments.length,
		...extras,
		traitsNotShown: traits.length,
		traits: {},
	});
	const maxBytes =
		MAX_BYTES - Math.min(BYTES_FOR_TRAITS, jsonByteLength(Object.fromEntries(traits)));
	const candidates = STRING_BYTES.map((length) => truncateStrings(whole, length));
	const brief =
		candidates.find((one) => jsonByteLength(one) <= maxBytes) ?? candidates.slice(-1)[0];
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
		truncateToBytes(String(isPlainObject(one) ? (one.name ?? one.id) : one), SEGMENT_BYTES),
	);
}

type Trait = readonly [string, IDataObject[string]];

/** The traits that have a value and are not among the fields. */
function traitEntries({ traits }: IDataObject): Trait[] {
	return Object.entries(isPlainObject(traits) ? traits : {})
		.filter(([key, value]) => !isEmpty(value) && !sharedTraitNames.includes(key))
		.map(([key, value]) => [
			key,
			typeof value === 'string' ? truncateToBytes(value, TRAIT_BYTES) : value,
		]);
}

/** Key, colon and value. */
function entryBytes([key, value]: Trait): number {
	return jsonByteLength({ [key]: value }) - 2;
}

/** @param length maximum of each string, in bytes of JSON */
function truncateStrings(brief: IDataObject, length: number): IDataObject {
	return JSON.parse(JSON.stringify(brief), (key, value: unknown) =>
		typeof value === 'string' && !NEVER_TRUNCATED.includes(key)
			? truncateToBytes(value, length)
			: value,
	) as IDataObject;
}
