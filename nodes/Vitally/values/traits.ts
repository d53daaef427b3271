import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { textList } from './textList';
import { traitValue, VALUE_PARAMETER, type TraitType } from './traitValue';

/** What the fields for traits hold. */
export interface TraitInput {
	/** Rows of the form: `{ key, type, <type>Value }`. */
	rows?: unknown;
	/** An object, or the JSON text of one. */
	json?: unknown;
	/** Keys whose values are cleared. */
	clear?: unknown;
}

/**
 * The `traits` object of a write. Dots in a key stay dots: `vitally.custom.nextStep` is one key.
 *
 * @param input the fields of one item
 * @param timeZone IANA zone of the workflow, for datetimes without one
 * @returns key and value of every trait that was set, `null` for those to clear; `undefined` when
 * none was set, so that nothing is sent
 * @throws VitallyError for a value that does not fit its type, a key without text, and a key set twice
 * Source: docs/service.md, Account and Trait creation rules; docs/public-facts.md, 4 (null clears)
 */
export function traitsOf(input: TraitInput, timeZone: string): IDataObject | undefined {
	const entries: Array<[string, IDataObject[string]]> = [
		...rowsOf(input.rows).map((row, index) => rowEntry(row, index, timeZone)),
		...Object.entries(jsonTraits(input.json)),
		...textList(input.clear, 'Traits to Clear').map((key): [string, null] => [key, null]),
	];
	const keys = new Set<string>();
	for (const [key] of entries) {
		assertSendableKey(key);
		if (keys.has(key)) {
			throw new VitallyError(
				`The trait '${key}' is given more than once`,
				'Keep one row for it, either with a value or under Traits to Clear.',
			);
		}
		keys.add(key);
	}
	return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function rowEntry(
	row: IDataObject,
	index: number,
	timeZone: string,
): [string, IDataObject[string]] {
	const key = typeof row.key === 'string' ? row.key.trim() : '';
	if (key === '') {
		throw new VitallyError(
			`The trait in row ${index + 1} of 'Traits' has no key`,
			'Enter the key of the trait, for example plan or vitally.custom.nextStep, or remove the row.',
		);
	}
	const type = (row.type ?? 'string') as TraitType;
	if (!Object.hasOwn(VALUE_PARAMETER, type)) {
		throw new VitallyError(
			`The trait '${key}' has the unknown type ${JSON.stringify(type)}`,
			`Choose one of these types: ${Object.keys(VALUE_PARAMETER).join(', ')}.`,
		);
	}
	return [key, traitValue(type, row[VALUE_PARAMETER[type]], `Trait: ${key}`, timeZone)];
}

/** n8n leaves the rows out when there are none, and an expression may give a single row. */
function rowsOf(rows: unknown): IDataObject[] {
	if (rows === undefined || rows === null || rows === '') return [];
	return (Array.isArray(rows) ? rows : [rows]) as IDataObject[];
}

function jsonTraits(json: unknown): IDataObject {
	const value = typeof json === 'string' ? parsedJson(json) : (json ?? {});
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
		for (const [key, inner] of Object.entries(value)) assertSendable(inner, key);
		return value as IDataObject;
	}
	throw new VitallyError(
		"The value of 'Traits (JSON)' is not a JSON object",
		'Enter an object such as { "plan": "gold", "seats": 12 }.',
	);
}

/** n8n's HTTP helper leaves these out of what it sends, without a word. */
const UNSENDABLE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

function assertSendableKey(key: string): void {
	if (key.trim() !== '' && !UNSENDABLE_KEYS.has(key)) return;
	throw new VitallyError(
		key.trim() === '' ? 'A trait has no key' : `A trait with the key '${key}' cannot be sent`,
		'Give the trait another key, for example plan or vitally.custom.nextStep.',
	);
}

/**
 * JSON has no word for some values and would send null in their place, which clears the trait.
 *
 * @throws VitallyError for a value, or one inside it, that JSON cannot say
 */
function assertSendable(value: unknown, key: string): void {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
	if (typeof value === 'number' && Number.isFinite(value)) return;
	if (value instanceof Date && !Number.isNaN(value.getTime())) return;
	const isParent = typeof value === 'object' && !(value instanceof Date);
	if (isParent) {
		for (const inner of Object.values(value)) assertSendable(inner, key);
		return;
	}
	throw new VitallyError(
		`The value ${String(value)} of the trait '${key}' cannot be sent`,
		'Check what the expression gives: it may calculate with a value that is missing. To clear the trait use null.',
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
