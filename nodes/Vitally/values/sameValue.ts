import { isHtml, keptHtml } from './keptHtml';
import { strippedHtml } from './strippedHtml';

/**
 * Whether the service already has the value that is to be sent: the same value, not the same text.
 * Numbers and their texts are the same, and true and false and theirs; dates and midnight of them in
 * UTC; times in whatever zone; lists of plain values in whatever order; HTML before and after the
 * service has stripped it. Null, what is missing, '' and [] are all nothing. Two texts that differ are
 * never the same number: the versions '1.1' and '1.10' are not.
 *
 * @param shown as the service shows it, `undefined` where it shows nothing
 * @param sent as JSON would send it
 * Source: docs/service.md, Trait creation rules and HTML allow list
 */
export function isSameValue(shown: unknown, sent: unknown): boolean {
	const value = asSent(sent);
	if (shown === value) return true;
	if (isNothing(shown) || isNothing(value)) return isNothing(shown) && isNothing(value);
	if (Array.isArray(shown) || Array.isArray(value)) {
		return Array.isArray(shown) && Array.isArray(value) && isSameList(shown, value);
	}
	if (typeof shown === 'object' || typeof value === 'object') {
		return typeof shown === 'object' && typeof value === 'object' && isSameObject(shown, value);
	}
	if (typeof shown === 'string' && typeof value === 'string') return isSameText(shown, value);
	if (typeof value === 'string') return isTextOf(value, shown);
	return typeof shown === 'string' && isTextOf(shown, value);
}

/** Dates send themselves as text. */
function asSent(value: unknown): unknown {
	const { toJSON } = (value ?? {}) as { toJSON?: unknown };
	return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
}

function isNothing(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	return Array.isArray(value) && value.length === 0;
}

/** A multi-select has neither order nor repetitions; lists of objects have both. */
function isSameList(shown: unknown[], sent: unknown[]): boolean {
	if (![...shown, ...sent].every(isPlain)) {
		return shown.length === sent.length && shown.every((one, i) => isSameValue(one, sent[i]));
	}
	return areIn(shown, sent) && areIn(sent, shown);
}

function areIn(list: unknown[], values: unknown[]): boolean {
	const known = new Set(list);
	return values.every(
		(value) => known.has(value) || list.some((other) => isSameValue(other, value)),
	);
}

function isPlain(value: unknown): boolean {
	return typeof asSent(value) !== 'object' || value === null;
}

function isSameObject(shown: object | null, sent: object | null): boolean {
	const before = { ...shown } as Record<string, unknown>;
	const after = { ...sent } as Record<string, unknown>;
	const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
	const own = (record: Record<string, unknown>, key: string) =>
		Object.hasOwn(record, key) ? record[key] : undefined;
	return [...keys].every((key) => isSameValue(own(before, key), own(after, key)));
}

function isSameText(shown: string, sent: string): boolean {
	const instant = instantOf(sent);
	if (instant !== undefined) return instantOf(shown) === instant;
	return isHtml(sent) && isKept(shown) && keptHtml(sent) === keptHtml(shown);
}

/** What shows that it was not stripped must not be stripped for the comparison. */
function isKept(shown: string): boolean {
	return !shown.includes('<!') && strippedHtml(shown).length === 0;
}

/** Leading zeros make a text a code, such as a postcode. */
const NUMBER = /^[+-]?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;
const MOST_EXACT_DIGITS = 15;

/** Whether a text is that of a number or of a switch. */
function isTextOf(text: string, value: unknown): boolean {
	const trimmed = text.trim();
	if (typeof value === 'boolean') return trimmed.toLowerCase() === String(value);
	if (typeof value !== 'number' || !NUMBER.test(trimmed) || Number(trimmed) !== value) return false;
	// Longer texts may be of several numbers, which JavaScript cannot tell apart.
	const [number] = trimmed.split(/e/i);
	const shortest = number.includes('.') ? number.replace(/0+$/, '') : number;
	const digits = shortest.replace(/\D/g, '').replace(/^0+/, '');
	return digits.length <= MOST_EXACT_DIGITS || String(value) === trimmed;
}

/** A date, or a time with its zone; without one a text tells no instant. */
const DATE_TIME =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2}|[+-]\d{2}))?$/i;

/** @returns milliseconds since 1970 with fractions; a date is its midnight in UTC */
function instantOf(text: string): number | undefined {
	const match = DATE_TIME.exec(text.trim());
	if (!match) return undefined;
	const [year, month, day, hour, minute, second] = match
		.slice(1, 7)
		.map((part) => Number(part ?? 0));
	const midnight = Date.UTC(year, month - 1, day);
	// 30 February is no date, and years before 100 are others to JavaScript.
	const isDate = new Date(midnight).toISOString().startsWith(match[0].slice(0, 10));
	if (!isDate || hour > 23 || minute > 59 || second > 59) return undefined;
	const fraction = Number(match[7] ?? 0) * 1000;
	return midnight + ((hour * 60 + minute - zoneMinutes(match[8])) * 60 + second) * 1000 + fraction;
}

function zoneMinutes(zone = 'Z'): number {
	if (zone.toUpperCase() === 'Z') return 0;
	const digits = zone.replace(/\D/g, '').padEnd(4, '0');
	const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
	return zone.startsWith('-') ? -minutes : minutes;
}
