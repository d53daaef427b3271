import { parseTimestamp } from './record';
import type { FeedState } from './state';

type Check = (value: unknown) => boolean;

/**
 * The stored state, or null when there is none or any part of it is not as it was stored: a state that
 * is read half would lose events or fail in every poll.
 */
export function readState(stored: unknown): FeedState | null {
	return isStreamState(stored) && (isList(stored) || isCombined(stored))
		? (stored as FeedState)
		: null;
}

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isBoolean: Check = (value) => typeof value === 'boolean';
const isTimestamp: Check = (value) => parseTimestamp(value) !== undefined;

/** The watched values of a record: a list as JSON. To parse each in every poll would take too long. */
const isListText: Check = (value) =>
	typeof value === 'string' && value.startsWith('[') && value.endsWith(']');

const isOneOf =
	(...values: unknown[]): Check =>
	(value) =>
		values.includes(value);

const isEither =
	(...checks: Check[]): Check =>
	(value) =>
		checks.some((check) => check(value));

/** An object with these fields; what it has besides does not matter. */
const isObject =
	(fields: Record<string, Check>): Check =>
	(value) =>
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		Object.entries(fields).every(([name, check]) => check((value as never)[name]));

/** An object whose own values are such, under whatever names. */
const isMap =
	(check: Check): Check =>
	(value) =>
		isObject({})(value) && Object.values(value as object).every((entry) => check(entry));

const optional = (check: Check): Check => isEither(isOneOf(undefined), check);

const isSlice = isObject({
	start: isNumber,
	end: isEither(isOneOf(null), isNumber),
	seen: isMap(isTimestamp),
	resume: optional(isObject({ cursor: isText, first: isText })),
});

/** A pair of texts. */
const isRow: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(isText);

const isStreamState = isObject({
	v: isOneOf(1),
	stream: isText,
	watched: isText,
	watchedValues: optional(
		isObject({ size: isNumber, values: isMap(isListText), since: optional(isNumber) }),
	),
	segments: optional(
		(value) => Array.isArray(value) && value.every(isEither(isOneOf(null), isRow)),
	),
	transitions: optional(
		isObject({
			since: isNumber,
			snapshot: isOneOf('pending', 'reconciling', 'complete'),
			seen: isMap(isTimestamp),
		}),
	),
});

const isIncremental = isObject({
	watermark: isNumber,
	head: isSlice,
	clockSample: optional(
		isObject({ watermark: isNumber, timeMs: isNumber, clock: isOneOf('service', 'own') }),
	),
	backlog: optional(isSlice),
	snapshot: optional(isSlice),
});

const isSnapshotDiff = isObject({
	rows: (value) => Array.isArray(value) && value.every(isRow),
	isWhole: isBoolean,
	emitted: optional(isNumber),
});

const isList = isEither(isIncremental, isSnapshotDiff);

const isListState: Check = (value) => isStreamState(value) && isList(value);

const isCombined = isObject({
	lists: (value) => Array.isArray(value) && value.every(isListState),
	emitted: isMap(isTimestamp),
});
