import { VitallyError } from '../../errors/vitallyError';
import { assertSafeInteger } from '../numbers';
import { assertIntact } from '../text';
import { isJsonObject, jsonValue, type JsonValue } from './json';

/** n8n's HTTP helper removes these keys at every depth of what it sends, without an error. */
export const UNSENDABLE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const ADVICE = 'Check the expression: it may calculate with a value that is missing.';

/** What is sent, for errors. */
export interface Sent {
	/** The value's name within a sentence, such as `the trait 'plan'`. */
	what: string;
	/** Label of the field. */
	field: string;
	/** Whether Vitally returned it, so that damaged text is what it was before. */
	isStored?: boolean;
}

/**
 * Returns a value as JSON sends it, a date as its text. Whatever JSON would change is an error: it replaces NaN by null,
 * which would clear a trait, and a set or a regular expression by an empty object.
 *
 * @throws VitallyError for such a value, at any depth, and for damaged text
 */
export function sendable(value: unknown, sent: Sent): JsonValue {
	const json = jsonValue(value);

	switch (typeof json) {
		case 'string':
			if (!sent.isStored) assertIntact(json, sent.field);

			return json;
		case 'boolean':
			return json;

		case 'number':
			if (!Number.isFinite(json)) break;

			assertSafeInteger(json, sent.field);

			return json;

		case 'object':
			// An invalid date is null in JSON.
			if (json === null && value !== null) break;
			if (json === null) return null;
			if (Array.isArray(json)) return entriesOf(json, sent);
			if (isJsonObject(json) && json === value) return fieldsOf(json, sent);
	}

	throw new VitallyError(`The value ${describe(value)} of ${sent.what} cannot be sent`, ADVICE, {
		field: sent.field,
	});
}

function entriesOf(list: unknown[], sent: Sent): JsonValue[] {
	// The entries that a list lacks are undefined too.
	return Array.from(list, (entry) => sendable(entry, sent));
}

function fieldsOf(object: object, sent: Sent): JsonValue {
	const fields = Object.entries(object).map(([key, inner]): [string, JsonValue] => {
		if (UNSENDABLE_KEYS.has(key)) throw unsendableKeyError(key, sent);

		return [key, sendable(inner, { ...sent, what: `'${key}' in ${sent.what}` })];
	});

	return Object.fromEntries(fields);
}

/** Returns a value for a sentence; of an object its kind, because its text says less. */
function describe(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);

	const text = Object.prototype.toString.call(value).slice('[object '.length, -1);

	return text === 'Date' ? String(value) : text;
}

function unsendableKeyError(key: string, { field }: Sent): VitallyError {
	return new VitallyError(
		`An object with the key '${key}' cannot be sent`,
		'Use another key, for example plan.',
		{ field },
	);
}
