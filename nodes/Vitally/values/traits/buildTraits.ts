import type { IDataObject } from 'n8n-workflow';

import { formatValue } from '../../errors/formatValue';
import { VitallyError } from '../../errors/vitallyError';
import { encodeEmpty, isEmpty, type EmptyValues } from '../emptyValues';
import {
	hasJsonValue,
	isJsonObject,
	isPlainObject,
	parseJson,
	type JsonObject,
	type JsonValue,
} from '../json/json';
import { describeJsonError } from '../json/jsonErrors';
import { sendable, UNSENDABLE_KEYS } from '../json/sendable';
import { parseTextList } from '../lists';
import type { DefinedTraits } from './definedTraits';
import { traitKeyOf } from './traitName';
import { emptyTrait, isTraitType, TRAIT_TYPES, traitValue, valueParameter } from './traitValue';

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

/** A key around all traits, as a record of Vitally has it. */
const WRAPPERS = ['traits', 'properties'];

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
	fields?: Readonly<JsonObject>;
	/** Keys whose values are cleared. */
	clear?: unknown;
	emptyValues: EmptyValues;
	/** The traits that the workspace defines, where they are known. */
	defined?: DefinedTraits;
	/** Whether the values are those that Vitally returned, see `sendable`. */
	isStored?: boolean;
	/** Called with the key of each trait that is not sent, because its value is empty. */
	notSent?: (key: string) => void;
	/** Called with the key of each trait whose defined type is not known, so that its value is sent as it comes. */
	untyped?: (key: string) => void;
}

/**
 * Whether `buildTraits` needs the traits that the workspace defines: for the type of a value, or because a key may be the
 * label of a trait.
 *
 * @throws VitallyError for what is not a JSON object
 */
export function needsDefinitions(
	{ rows = [], json, clear, emptyValues }: TraitInput,
	labels = TRAIT_LABELS,
): boolean {
	const counts = (value: unknown) => emptyValues === 'send' || !isEmpty(value);
	const isAutomatic = ({ type = AUTOMATIC, stringValue }: IDataObject) =>
		type === AUTOMATIC && counts(stringValue);
	const isCleared = parseTextList(clear, 'Traits to Clear').length > 0;

	return (
		isCleared || rows.some(isAutomatic) || Object.values(parseTraits(json, labels)).some(counts)
	);
}

/**
 * The `traits` object of a write. Dots in a key stay dots: `vitally.custom.nextStep` is one key. `traits.plan`, the column
 * of a record in the output, is the key `plan`.
 *
 * @param timeZone IANA zone of the workflow, for datetimes without one
 * @param labels for properties of an event, which are entered like traits
 * @returns key and value of every trait to send, `null` for those to clear; `undefined` when there is
 * none
 * @throws VitallyError for a value that does not fit its type, a key without text, a key that is the label of a trait, and
 * a key set twice
 * Source: docs/internal/service.md, Account and Trait creation rules; docs/internal/public-facts.md, 4 (null clears)
 */
export function buildTraits(
	input: TraitInput,
	timeZone: string,
	labels: KeyValueLabels = TRAIT_LABELS,
): JsonObject | undefined {
	const { rows = [], json, fields, clear, emptyValues, defined, isStored } = input;
	const traits = new TraitCollector(labels, defined);

	const keyOf = (name: string) => {
		// Where Vitally shows a trait, its key is exact; and an event has no traits.
		if (isStored || labels !== TRAIT_LABELS || defined?.has(name)) return name;

		return traitKeyOf(name) ?? name;
	};

	const addValue = (key: string, value: unknown, type = defined?.types.get(key)) => {
		if (isEmpty(value)) {
			const encoded = encodeEmpty(emptyValues, value, emptyTrait(type ?? 'string'));
			if (encoded === undefined) input.notSent?.(key);

			traits.add(key, encoded);

			return;
		}

		const field = traitLabel(key, labels);

		if (type) {
			traits.add(key, traitValue(type, value, field, timeZone));
		} else {
			if (defined?.has(key)) input.untyped?.(key);

			traits.add(key, sendable(value, { what: `the ${labels.noun} '${key}'`, field, isStored }));
		}
	};

	for (const [index, row] of rows.entries()) {
		const { key, type, value } = readTraitRow(row, index, labels);

		addValue(keyOf(key), value, type);
	}

	for (const [name, value] of Object.entries(parseTraits(json, labels))) {
		addValue(keyOf(name), value);
	}

	for (const name of parseTextList(clear, 'Traits to Clear')) traits.add(keyOf(name), null);
	for (const [key, value] of Object.entries(fields ?? {})) traits.addField(key, value);

	return traits.all();
}

/** The traits of one write. No key is given two values. */
class TraitCollector {
	private readonly traits: JsonObject = {};

	constructor(
		private readonly labels: KeyValueLabels,
		private readonly defined: DefinedTraits | undefined,
	) {}

	/**
	 * Adds a trait that the user named.
	 *
	 * @param value `null` clears the trait, `undefined` leaves it as it is
	 * @throws VitallyError for a key that cannot be sent, that is the label of a trait, or that has a value already
	 */
	add(key: string, value: JsonValue | undefined): void {
		const { traits, labels, defined } = this;
		if (key.trim() === '' || UNSENDABLE_KEYS.has(key)) throw unsendableKeyError(key, labels);

		const labelled = defined?.keyOfLabel(key);
		if (labelled !== undefined) throw labelError(key, labelled, labels);

		if (value === undefined) return;

		// To clear a trait twice, or one whose cell is empty, is no contradiction.
		const isClearedAgain = value === null && isEmpty(traits[key]);
		if (Object.hasOwn(traits, key) && !isClearedAgain) throw repeatedKeyError(key, labels);

		traits[key] = value;
	}

	/**
	 * Adds the value of a field that is sent as a trait; a row may say the same.
	 *
	 * @throws VitallyError for a key that has another value
	 */
	addField(key: string, value: JsonValue): void {
		const { traits, labels } = this;
		const isContradiction = Object.hasOwn(traits, key) && traits[key] !== value;
		if (isContradiction) throw repeatedKeyError(key, labels);

		traits[key] = value;
	}

	/** @returns `undefined` when there is none */
	all(): JsonObject | undefined {
		return Object.keys(this.traits).length > 0 ? this.traits : undefined;
	}
}

function unsendableKeyError(key: string, labels: KeyValueLabels): VitallyError {
	return new VitallyError(
		`A ${labels.noun} with the key '${key}' cannot be sent`,
		`Use another key for the ${labels.noun}, for example plan.`,
		{ field: traitLabel(key, labels) },
	);
}

function labelError(label: string, key: string, labels: KeyValueLabels): VitallyError {
	return new VitallyError(
		`'${label}' is the label of the ${labels.noun} '${key}', not its key`,
		`Use the key '${key}'. With its label, Vitally would create another ${labels.noun}.`,
		{ field: traitLabel(label, labels) },
	);
}

function repeatedKeyError(key: string, labels: KeyValueLabels): VitallyError {
	return new VitallyError(
		`The ${labels.noun} '${key}' is given more than once`,
		`Give the ${labels.noun} once: in a row under '${labels.label}', in a field of its own, or in a list to clear it.`,
		{ field: traitLabel(key, labels) },
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
	if (type === AUTOMATIC) return { key, value: row.stringValue };

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

	// A map or a date of Luxon, for example, has other keys than those that it shows, or none.
	if (isJsonObject(value) && !hasJsonValue(value)) {
		const wrapper = WRAPPERS.find((key) => isPlainObject(value[key]));
		if (wrapper === undefined) return value;

		throw new VitallyError(
			`The value of '${field}' has the key '${wrapper}' around other keys`,
			`Enter the object inside of '${wrapper}' alone, such as { "plan": "gold", "seats": 12 }.`,
			{ field },
		);
	}

	throw new VitallyError(
		`The value of '${field}' is not a JSON object`,
		`Enter an object such as { "plan": "gold", "seats": 12 }.${describeJsonError(json)}`,
		{ field },
	);
}

function traitLabel(key: string, { title }: KeyValueLabels): string {
	return `${title}: ${key}`;
}
