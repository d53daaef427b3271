import type { IDataObject } from 'n8n-workflow';

import { orderColumns } from '../../operations/output/columnOrder';
import { takeWithinBytes, jsonByteLength, truncateToBytes } from '../../values/byteLimits';
import { isEmpty } from '../../values/emptyValues';
import { isPlainObject } from '../../values/json/json';
import { keyRolesOf } from '../../values/recordValues';
import { traitName } from '../../values/traits/traitName';
import { briefFields } from './briefFields';
import { sharedTraitNames } from './sharedTraitFields';

/** The fields of the customer that a brief contains. */
export const BRIEF_RECORD_FIELDS = {
	name: 'string?',
	healthScore: 'number?',
	mrr: 'number?',
	nextRenewalDate: 'string?',
	trialEndDate: 'string?',
	churnedAt: 'string?',
} as const;

export const BRIEF_RECORD_IDS = { externalId: 'string?', id: 'string' } as const;

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

/**
 * Builds a brief: its strings are as long, and its traits as many, as fit.
 *
 * @param csm the fields of the CSM
 * @param otherFields of the sections and of what else was read
 */
export function buildBrief(
	record: IDataObject,
	csm: IDataObject,
	otherFields: IDataObject,
): IDataObject {
	const traits = traitEntries(record);
	const whole = orderColumns({
		...briefFields(record, Object.keys({ ...BRIEF_RECORD_FIELDS, ...BRIEF_RECORD_IDS })),
		...csm,
		...keyRoleFields(record),
		...otherFields,
		...segmentFields(record),
		traitsNotShown: traits.length,
	});
	const brief = shorten(whole);
	// The traits get what room is left.
	const shownTraits = takeWithinBytes(traits, MAX_BYTES - jsonByteLength(brief));

	return {
		...brief,
		traitsNotShown: traits.length - shownTraits.length,
		...Object.fromEntries(shownTraits),
	};
}

function keyRoleFields(record: IDataObject): IDataObject {
	const keyRoles = keyRolesOf(record).map(({ role, name, email }) => ({ role, name, email }));
	const shown = takeWithinBytes(keyRoles, MAX_KEY_ROLES_BYTES);

	return { keyRoles: shown, keyRolesNotShown: keyRoles.length - shown.length };
}

function segmentFields(record: IDataObject): IDataObject {
	const listed: unknown[] = Array.isArray(record.segments) ? record.segments : [];
	const segments = listed.filter(isPlainObject).map(({ id, name }) => String(name ?? id));
	const shown = takeWithinBytes(segments, MAX_SEGMENTS_BYTES);

	return { segmentsNotShown: segments.length - shown.length, segments: shown };
}

/** Returns the columns of the traits that have a value and are not fields of the customer. */
function traitEntries({ traits }: IDataObject): Array<[string, IDataObject[string]]> {
	return Object.entries(isPlainObject(traits) ? traits : {})
		.filter(([key, value]) => !isEmpty(value) && !sharedTraitNames.includes(key))
		.map(([key, value]) => [
			traitName(key),
			typeof value === 'string' ? truncateToBytes(value, TRAIT_BYTES) : value,
		]);
}

/** Truncates the strings of a brief until it is short enough, or they are as short as they can be. */
function shorten(brief: IDataObject): IDataObject {
	let shortened = brief;

	for (const maxBytes of STRING_BYTES) {
		shortened = truncateStrings(brief, maxBytes);
		if (jsonByteLength(shortened) <= MAX_BYTES) break;
	}

	return shortened;
}

/** @param maxBytes the maximum of each string, in bytes of JSON */
function truncateStrings(brief: IDataObject, maxBytes: number): IDataObject {
	const truncated = JSON.parse(JSON.stringify(brief), (key, value: unknown) => {
		if (typeof value !== 'string') return value;
		if (!NEVER_TRUNCATED.includes(key)) return truncateToBytes(value, maxBytes);

		return jsonByteLength(value) > MAX_NEVER_TRUNCATED_BYTES ? undefined : value;
	}) as IDataObject;

	// The names of parts are not cut.
	return { ...truncated, notRead: brief.notRead, notComplete: brief.notComplete };
}
