import type { IDataObject } from 'n8n-workflow';

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { EMPTY_TEXT, emptyValue, isEmpty, type EmptyValues } from './emptyValues';
import { assertDigits } from './lostDigits';
import { isObject } from './object';
import { textList } from './textList';
import { emptyTrait, traitValue, VALUE_PARAMETER, type TraitType } from './traitValue';

/** What texts call keyed values: traits of a record, or the properties of an event. */
export interface KeyedValueWords {
	/** One of them. */
	noun: string;
	/** All of them, in the editor. */
	label: string;
}

export const TRAIT_WORDS: KeyedValueWords = { noun: 'trait', label: 'Traits' };

/** What the form or the JSON for traits holds. */
export interface EnteredTraits {
	/** Rows of the form: `{ key, type, <type>Value }`; the key as text or in a locator. */
	rows?: unknown;
	/** An object, or the JSON text of one. */
	json?: unknown;
}

/** What the fields for traits hold, and how they are read. */
export interface TraitInput extends EnteredTraits {
	/** Keys whose values are cleared. */
	clear?: unknown;
	/** What to do with rows and entries that are empty. */
	emptyValues: EmptyValues;
}

/**
 * The `traits` object of a write. Dots in a key stay dots: `vitally.custom.nextStep` is one key.
 *
 * @param input the fields of one item
 * @param timeZone IANA zone of the workflow, for datetimes without one
 * @param words for values that are no traits, but are entered in the same way
 * @returns key and value of every trait to send, `null` for those to clear; `undefined` when there is
 * none, so that nothing is sent
 * @throws VitallyError for a value that does not fit its type, a key without text, and a key set twice
 * Source: docs/service.md, Account and Trait creation rules; docs/public-facts.md, 4 (null clears)
 */
export function traitsOf(
	input: TraitInput,
	timeZone: string,
	words: KeyedValueWords = TRAIT_WORDS,
): IDataObject | undefined {
	const { rows, json, clear } = input;
	const set: Entry[] = [
		...rowsOf(rows).map((row, index) => rowEntry(row, index, timeZone, words, input.emptyValues)),
		...Object.entries(jsonTraits(json, words)).map((entry) =>
			jsonEntry(entry, words, input.emptyValues),
		),
	];
	const entries = [
		...set.filter(([, value]) => value !== undefined),
		...textList(clear, 'Traits to Clear').map((key): Entry => [key, null]),
	];
	const traits = new Map<string, unknown>();
	for (const [key] of [...set, ...entries]) assertSendableKey(key, words);
	for (const [key, value] of entries) {
		const isTwice = traits.has(key) && (value !== null || traits.get(key) !== null);
		if (isTwice) throw repeatedKeyError(key, words);
		traits.set(key, value);
	}
	return traits.size === 0 ? undefined : (Object.fromEntries(traits) as IDataObject);
}

/** The error for a key with two values. */
export function repeatedKeyError(key: string, { noun, label }: KeyedValueWords): VitallyError {
	return new VitallyError(
		`The ${noun} '${key}' is given more than once`,
		`Keep one of them: a row under '${label}', a separate field or an entry to clear it.`,
		{ field: labelOf(key, noun) },
	);
}

/** Key and value; `undefined` for one that is not sent. */
type Entry = [string, IDataObject[string]];

/** What errors call one of the values. */
function labelOf(key: string, noun: string): string {
	return `${noun[0].toUpperCase()}${noun.slice(1)}: ${key}`;
}

function rowEntry(
	row: IDataObject,
	index: number,
	timeZone: string,
	{ noun, label }: KeyedValueWords,
	rule: EmptyValues,
): Entry {
	const key = keyOf(row.key);
	if (key === '') {
		throw new VitallyError(
			`The ${noun} in row ${index + 1} of '${label}' has no key`,
			`Enter the key of the ${noun}, for example plan, or remove the row.`,
			{ field: label },
		);
	}
	const type = (row.type ?? 'string') as TraitType;
	if (!Object.hasOwn(VALUE_PARAMETER, type)) {
		throw new VitallyError(
			`The ${noun} '${key}' has the unknown type ${formatValue(type)}`,
			`Choose one of these types: ${Object.keys(VALUE_PARAMETER).join(', ')}.`,
			{ field: labelOf(key, noun) },
		);
	}
	const value = row[VALUE_PARAMETER[type]];
	if (isEmpty(value)) return [key, emptyValue(rule, value, emptyTrait(type)) as Entry[1]];
	return [key, traitValue(type, value, labelOf(key, noun), timeZone)];
}

/** JSON has a type for its values, but not for the lack of one. */
function jsonEntry(
	[key, value]: [string, unknown],
	{ noun }: KeyedValueWords,
	rule: EmptyValues,
): Entry {
	if (isEmpty(value)) return [key, emptyValue(rule, value, EMPTY_TEXT) as Entry[1]];
	assertSendable(value, key, noun);
	return [key, value as Entry[1]];
}

/** A locator holds the key of a trait that was picked or typed. */
function keyOf(stored: unknown): string {
	const key =
		typeof stored === 'object' && stored !== null && 'value' in stored ? stored.value : stored;
	return typeof key === 'string' ? key.trim() : '';
}

/** n8n leaves the rows out when there are none, and an expression may give a single row. */
function rowsOf(rows: unknown): IDataObject[] {
	if (rows === undefined || rows === null || rows === '') return [];
	return (Array.isArray(rows) ? rows : [rows]) as IDataObject[];
}

function jsonTraits(json: unknown, { label }: KeyedValueWords): IDataObject {
	const value = typeof json === 'string' ? parsedJson(json) : (json ?? {});
	if (isObject(value)) return value;
	throw new VitallyError(
		`The value of '${label} (JSON)' is not a JSON object`,
		'Enter an object such as { "plan": "gold", "seats": 12 }.',
		{ field: `${label} (JSON)` },
	);
}

/** n8n's HTTP helper leaves these out of what it sends, without a word. */
const UNSENDABLE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

function assertSendableKey(key: string, { noun, label }: KeyedValueWords): void {
	if (key.trim() !== '' && !UNSENDABLE_KEYS.has(key)) return;
	throw new VitallyError(
		key.trim() === '' ? `A ${noun} has no key` : `A ${noun} with the key '${key}' cannot be sent`,
		`Use another key for the ${noun}, for example plan.`,
		{ field: key.trim() === '' ? label : labelOf(key, noun) },
	);
}

/**
 * JSON has no word for some values and would send null in their place, which clears the trait.
 *
 * @throws VitallyError for a value, or one inside it, that JSON cannot say
 */
function assertSendable(value: unknown, key: string, noun: string): void {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
	assertDigits(value, labelOf(key, noun));
	if (typeof value === 'number' && Number.isFinite(value)) return;
	if (value instanceof Date && !Number.isNaN(value.getTime())) return;
	const isParent = typeof value === 'object' && !(value instanceof Date);
	if (isParent) {
		for (const inner of Object.values(value)) assertSendable(inner, key, noun);
		return;
	}
	throw new VitallyError(
		`The value ${String(value)} of the ${noun} '${key}' cannot be sent`,
		`Check what the expression returns: it may calculate with a value that is missing.`,
		{ field: labelOf(key, noun) },
	);
}

function parsedJson(text: string): unknown {
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
