import type { IDataObject } from 'n8n-workflow';

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { encodeEmpty, isEmpty, type EmptyValues } from './emptyValues';
import { jsonValue, parseJson, isPlainObject } from './json';
import { assertSafeInteger, parseTextList } from './parse';
import {
	emptyTrait,
	isTraitType,
	TRAIT_TYPES,
	traitValue,
	valueParameter,
	type TraitType,
} from './traitValue';

/** Names of key-value pairs in the editor and in errors: traits of a record, or properties of an event. */
export interface KeyValueLabels {
	/** Singular, in running text. */
	noun: string;
	/** Singular, as a label. */
	title: string;
	/** Plural, as a label. */
	label: string;
}

export const TRAIT_LABELS: KeyValueLabels = { noun: 'trait', title: 'Trait', label: 'Traits' };

const AUTOMATIC = 'automatic';

/** n8n's HTTP helper removes these keys at every depth of what it sends, without an error. */
const UNSENDABLE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** What was entered in the form or the JSON for traits. */
export interface RawTraits {
	/**
	 * Rows of the form: `{ key, type, <type>Value }`, the key as text or in a locator. The type `automatic`, with
	 * `stringValue`, is that of the trait's definition.
	 */
	rows?: IDataObject[];
	/** An object, or the JSON text of one. */
	json?: unknown;
}

/** What was entered in all fields for traits. */
export interface TraitInput extends RawTraits {
	/** Values of other fields that are sent as traits; a row may repeat one. */
	fields?: Readonly<Record<string, unknown>>;
	/** Keys whose values are cleared. */
	clear?: unknown;
	emptyValues: EmptyValues;
	/** The types of the traits that the workspace defines, by key. */
	types?: ReadonlyMap<string, TraitType>;
	/** Called with the key of each trait that is not sent, because its value is empty. */
	notSent?: (key: string) => void;
}

/** Whether `buildTraits` needs the types of the traits that the workspace defines. */
export function needsTypes({ rows = [], emptyValues }: TraitInput): boolean {
	return rows.some(
		({ type = AUTOMATIC, stringValue }) =>
			type === AUTOMATIC && (emptyValues === 'send' || !isEmpty(stringValue)),
	);
}

/**
 * The `traits` object of a write. Dots in a key stay dots: `vitally.custom.nextStep` is one key.
 *
 * @param timeZone IANA zone of the workflow, for datetimes without one
 * @param labels for properties of an event, which are entered like traits
 * @returns key and value of every trait to send, `null` for those to clear; `undefined` when there is
 * none
 * @throws VitallyError for a value that does not fit its type, a key without text, and a key set twice
 * Source: docs/internal/service.md, Account and Trait creation rules; docs/internal/public-facts.md, 4 (null clears)
 */
export function buildTraits(
	{ rows = [], json, fields, clear, emptyValues, types, notSent }: TraitInput,
	timeZone: string,
	labels: KeyValueLabels = TRAIT_LABELS,
): IDataObject | undefined {
	const traits = new TraitCollector(labels);

	/** @param type `undefined` where it is unknown: the value is sent as it is */
	const addValue = (key: string, value: unknown, type?: TraitType) => {
		if (isEmpty(value)) {
			const encoded = encodeEmpty(emptyValues, value, emptyTrait(type ?? 'string'));
			if (encoded === undefined) notSent?.(key);

			traits.add(key, encoded);
		} else if (type) {
			traits.add(key, traitValue(type, value, traitLabel(key, labels), timeZone));
		} else {
			assertTraitValue(value, key, labels);
			traits.add(key, value);
		}
	};

	for (const [index, row] of rows.entries()) {
		const { key, type, value } = readTraitRow(row, index, labels);

		addValue(key, value, type === AUTOMATIC ? types?.get(key) : type);
	}

	for (const [key, value] of Object.entries(parseTraits(json, labels))) addValue(key, value);
	for (const key of parseTextList(clear, 'Traits to Clear')) traits.add(key, null);
	for (const [key, value] of Object.entries(fields ?? {})) traits.addField(key, value);

	return traits.all();
}

/** The traits of one write. No key is given two values. */
class TraitCollector {
	private readonly traits: Record<string, unknown> = {};

	constructor(private readonly labels: KeyValueLabels) {}

	/**
	 * Adds a trait that the user named.
	 *
	 * @param value `null` clears the trait, `undefined` leaves it as it is
	 * @throws VitallyError for a key that cannot be sent, or that has a value already
	 */
	add(key: string, value: unknown): void {
		const { traits, labels } = this;
		if (key.trim() === '' || UNSENDABLE_KEYS.has(key)) throw unsendableKeyError(key, key, labels);
		if (value === undefined) return;

		// To clear a trait twice is no contradiction.
		const isRepeated = Object.hasOwn(traits, key) && (value !== null || traits[key] !== null);
		if (isRepeated) throw repeatedKeyError(key, labels);

		traits[key] = value;
	}

	/**
	 * Adds the value of a field that is sent as a trait; a row may say the same.
	 *
	 * @throws VitallyError for a key that has another value
	 */
	addField(key: string, value: unknown): void {
		const { traits, labels } = this;
		const isContradiction = Object.hasOwn(traits, key) && traits[key] !== value;
		if (isContradiction) throw repeatedKeyError(key, labels);

		traits[key] = value;
	}

	/** @returns `undefined` when there is none */
	all(): IDataObject | undefined {
		return Object.keys(this.traits).length > 0 ? (this.traits as IDataObject) : undefined;
	}
}

/** @param trait key of the trait whose value contains the key */
function unsendableKeyError(key: string, trait: string, labels: KeyValueLabels): VitallyError {
	return new VitallyError(
		`A ${labels.noun} with the key '${key}' cannot be sent`,
		`Use another key for the ${labels.noun}, for example plan.`,
		{ field: traitLabel(trait, labels) },
	);
}

function repeatedKeyError(key: string, labels: KeyValueLabels): VitallyError {
	return new VitallyError(
		`The ${labels.noun} '${key}' is given more than once`,
		`Keep one of them: a row under '${labels.label}', a separate field or an entry to clear it.`,
		{ field: traitLabel(key, labels) },
	);
}

/**
 * Asserts that JSON sends a value as it is. It replaces some, such as NaN, by null, which would clear the trait.
 *
 * @throws VitallyError for such a value, at any depth
 */
function assertTraitValue(value: unknown, trait: string, labels: KeyValueLabels): void {
	const sent = jsonValue(value);

	if (typeof sent === 'object' && sent !== null) {
		for (const [key, inner] of Object.entries(sent)) {
			if (UNSENDABLE_KEYS.has(key)) throw unsendableKeyError(key, trait, labels);

			assertTraitValue(inner, trait, labels);
		}

		return;
	}

	assertSafeInteger(sent, traitLabel(trait, labels));
	if (typeof sent === 'string' || typeof sent === 'boolean' || Number.isFinite(sent)) return;
	if (value === null) return;

	throw new VitallyError(
		`The value ${String(value)} of the ${labels.noun} '${trait}' cannot be sent`,
		'Check what the expression returns: it may calculate with a value that is missing.',
		{ field: traitLabel(trait, labels) },
	);
}

/** @throws VitallyError for a row without a key, or with an unknown type */
function readTraitRow(row: IDataObject, index: number, labels: KeyValueLabels) {
	const { noun, label } = labels;
	// The key of a trait is a locator if it was selected from the list.
	const stored = isPlainObject(row.key) ? row.key.value : row.key;
	const key = typeof stored === 'string' ? stored.trim() : '';

	if (key === '') {
		throw new VitallyError(
			`The ${noun} in row ${index + 1} of '${label}' has no key`,
			`Enter the key of the ${noun}, for example plan, or remove the row.`,
			{ field: label },
		);
	}

	const { type = AUTOMATIC } = row;
	if (type === AUTOMATIC) return { key, type, value: row.stringValue } as const;

	if (!isTraitType(type)) {
		throw new VitallyError(
			`The ${noun} '${key}' has the unknown type ${formatValue(type)}`,
			`Choose one of these types: ${Object.keys(TRAIT_TYPES).join(', ')}.`,
			{ field: traitLabel(key, labels) },
		);
	}

	return { key, type, value: row[valueParameter(type)] };
}

function parseTraits(json: unknown, { label }: KeyValueLabels): IDataObject {
	const field = `${label} (JSON)`;
	const value = typeof json === 'string' ? parseJson(json, field, {}) : (json ?? {});
	if (isPlainObject(value)) return value;

	throw new VitallyError(
		`The value of '${field}' is not a JSON object`,
		'Enter an object such as { "plan": "gold", "seats": 12 }.',
		{ field },
	);
}

function traitLabel(key: string, { title }: KeyValueLabels): string {
	return `${title}: ${key}`;
}
