import type { IDataObject } from 'n8n-workflow';

import type { OperationRow } from '../../operations/resource';
import { isRecord } from '../../transport/records';
import { isEmpty } from '../../values/emptyValues';
import { jsonByteLength, takeWithinBytes, truncateToBytes } from '../../values/byteLimits';
import { customerTraits } from '../customerTraits';

/** What comes out; a part that the key may not read is missing. */
export const BRIEF = {
	id: 'string',
	externalId: 'string?',
	name: 'string?',
	healthScore: 'number?',
	mrr: 'number?',
	nextRenewalDate: 'string?',
	trialEndDate: 'string?',
	churnedAt: 'string?',
	csmName: 'string?',
	csmEmail: 'string?',
	segments: 'string[]',
	segmentsNotShown: 'number',
	url: 'string',
	openTasks: { each: { id: 'string', name: 'string?', dueDate: 'string?', assignedTo: 'string?' } },
	moreOpenTasks: 'boolean',
	lastNotes: { each: { noteDate: 'string?', subject: 'string?', note: 'string?' } },
	lastConversations: { each: { updatedAt: 'string?', subject: 'string?', status: 'string?' } },
	lastNpsResponses: { each: { respondedAt: 'string?', score: 'number?', feedback: 'string?' } },
	notRead: 'string[]',
	traitsNotShown: 'number',
	traits: 'object',
} as const satisfies OperationRow['returns'];

/** Of a brief as JSON, so that a model can read several: under 3 KB. */
const MOST_BYTES = 3000;
/** Bytes that texts leave to traits, if there are as many. */
const ROOM_FOR_TRAITS = 500;
const ROOM_FOR_SEGMENTS = 200;
/** How long a text may be, in bytes of JSON; the first that leaves enough room counts. */
const TEXT_LENGTHS = [300, 200, 140, 100, 70, 40];
const TRAIT_LENGTH = 100;
const SEGMENT_LENGTH = 60;

/** What names something, and is of no use when it is cut. */
const NEVER_CUT = ['id', 'externalId', 'csmEmail', 'url'];

/** docs/service.md, Account: traits that the account shows as fields too. */
const SHOWN_AS_FIELDS = customerTraits.map(({ property }) => property.name);

/**
 * A brief of an account: its texts as long, and as many of its traits, as there is room for.
 *
 * @param beside what is known of the account besides: `csmName` and `csmEmail`, its link, the parts
 */
export function briefOf(account: IDataObject, beside: IDataObject): IDataObject {
	const whole = { ...ownFields(account), ...beside };
	const traits = traitsOf(account);
	const wanted = traits.reduce((bytes, trait) => bytes + entryBytes(trait) + 1, 0);
	const room = MOST_BYTES - Math.min(ROOM_FOR_TRAITS, wanted);
	const candidates = TEXT_LENGTHS.map((length) => withTexts(whole, length));
	const fits = (brief: IDataObject) => bytesBeside(brief, traits) <= room;
	const brief = candidates.find(fits) ?? candidates[candidates.length - 1];
	const shown = takeWithinBytes(traits, MOST_BYTES - bytesBeside(brief, traits), entryBytes);
	return {
		...brief,
		traitsNotShown: traits.length - shown.length,
		traits: Object.fromEntries(shown),
	};
}

type Trait = readonly [string, IDataObject[string]];

function ownFields(account: IDataObject): IDataObject {
	const names = ['id', 'externalId', 'name', 'healthScore', 'mrr'];
	const dates = ['nextRenewalDate', 'trialEndDate', 'churnedAt'];
	const segments = (Array.isArray(account.segments) ? (account.segments as unknown[]) : []).map(
		(one) => truncateToBytes(String(isRecord(one) ? (one.name ?? one.id) : one), SEGMENT_LENGTH),
	);
	const shown = takeWithinBytes(segments, ROOM_FOR_SEGMENTS, jsonByteLength);
	return {
		...Object.fromEntries([...names, ...dates].map((name) => [name, account[name] ?? null])),
		segments: shown,
		segmentsNotShown: segments.length - shown.length,
	};
}

/** The traits that have a value. */
function traitsOf({ traits }: IDataObject): Trait[] {
	return Object.entries(isRecord(traits) ? traits : {})
		.filter(([key, value]) => !isEmpty(value) && !SHOWN_AS_FIELDS.includes(key))
		.map(([key, value]) => [
			key,
			typeof value === 'string' ? truncateToBytes(value, TRAIT_LENGTH) : value,
		]);
}

/** Key, colon and value. */
function entryBytes([key, value]: Trait): number {
	return jsonByteLength({ [key]: value }) - 2;
}

function bytesBeside(brief: IDataObject, traits: Trait[]): number {
	return jsonByteLength({ ...brief, traitsNotShown: traits.length, traits: {} });
}

/** The same with all its texts cut to a length. */
function withTexts<T>(value: T, length: number): T {
	if (typeof value === 'string') return truncateToBytes(value, length) as T;
	if (Array.isArray(value)) return value.map((one: unknown) => withTexts(one, length)) as T;
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			NEVER_CUT.includes(name) ? inner : withTexts(inner, length),
		]),
	) as T;
}
