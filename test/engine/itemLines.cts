import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../../nodes/Vitally/values/json/json';
import type { Outcome } from './engine.cts';
import { NODE } from './node.cts';

/** The fields by which a person knows the record of an item, the most telling one first. */
const NAMES = ['externalId', 'name', 'label', 'subject', 'email', 'id'];

/** What a line says of an item. */
interface Facts {
	/** The number of a row of a table. */
	row?: unknown;
	/** What the record is called. */
	called?: unknown;
	/** What became of a row; of an item that failed `error`. */
	result?: unknown;
	reason?: unknown;
}

/**
 * Returns a line for each output item of the node that says which record it is about, and for a row of a Sync what
 * became of it: `row 2, a2: failed, The field 'Email' is empty`. An error that ended the run has a line of its own.
 *
 * @param output of the node; 1 is that for errors
 */
export function linesOf(outcome: Outcome, output = 0): string[] {
	const lines = linesOfItems(outcome.items(NODE, output).map(({ json }) => json));
	if (outcome.error) lines.push(`the run ended: ${outcome.error.message}`);

	return lines;
}

/**
 * Returns the JSON of the output items of the node. The error that ended the run is the last one, so that a comparison
 * says why items are missing.
 *
 * @param output of the node; 1 is that for errors
 */
export function jsonOf(outcome: Outcome, output = 0): IDataObject[] {
	const items = outcome.items(NODE, output).map(({ json }) => json);
	if (outcome.error) items.push({ error: `the run ended: ${outcome.error.message}` });

	return items;
}

/** Returns the first one of these; an object without fields where there is none. */
export function firstJsonOf(outcome: Outcome, output = 0): IDataObject {
	return jsonOf(outcome, output).at(0) ?? {};
}

/** Returns the lines of the JSON of items. */
export function linesOfItems(items: readonly IDataObject[]): string[] {
	return items.map((item, index) => lineOf(factsOf(item), index));
}

/**
 * Returns the lines of the items that came, and of those that were due. A line that was due has from the item in its
 * place what the test does not look at, so two lines differ only in what the test does look at. An item that lacks its
 * name is called as it should be: what it lacks is seen where the whole items are compared.
 */
export function comparedLines(
	items: readonly IDataObject[],
	expected: readonly object[],
): { came: string[]; due: string[] } {
	const wanted = expected.map((values, index) => withoutMatchers(values, items.at(index)));
	const cameFacts = items.map((item, index) => factsOf(item, nameIn(wanted.at(index))));
	const dueFacts = wanted.map((values, index) =>
		completed(factsOf(values, nameIn(values, items.at(index))), cameFacts.at(index)),
	);
	const came = cameFacts.map((facts, index) => {
		const called = isNothing(facts.called) ? dueFacts.at(index)?.called : facts.called;

		return lineOf({ ...facts, called }, index);
	});

	return { came, due: dueFacts.map(lineOf) };
}

/** @param name the field by which the item calls its record */
function factsOf(item: IDataObject, name = nameIn(item)): Facts {
	const { error, result, reason } = item;
	const row = rowIn(item);
	const named = { row: row.row, called: name === undefined ? undefined : row[name] };

	return error === undefined
		? { ...named, result, reason }
		: { ...named, result: 'error', reason: error };
}

/** Adds to what is expected of an item what came of it otherwise. */
function completed(due: Facts, came: Facts = {}): Facts {
	const { row = came.row, called = came.called, result = came.result } = due;
	const { reason = result === came.result ? came.reason : undefined } = due;

	return { row, called, result, reason };
}

function lineOf({ row, called, result, reason }: Facts, index: number): string {
	const place = isNothing(row) ? '' : `row ${String(row)}`;
	const about = joined(place, called) || `item ${index}`;
	const outcome = joined(result, reason);

	return outcome === '' ? about : `${about}: ${outcome}`;
}

function joined(...texts: unknown[]): string {
	return texts.filter((text) => !isNothing(text)).join(', ');
}

/** The field by which the first of some items calls its record. */
function nameIn(...items: Array<IDataObject | undefined>): string | undefined {
	for (const item of items) {
		const row = item && rowIn(item);
		const name = NAMES.find((field) => isText(row?.[field]));
		if (name !== undefined) return name;
	}

	return undefined;
}

/** Returns the row of a table that n8n's error item has in its details, or else the item itself. */
function rowIn({ error, details, ...item }: IDataObject): IDataObject {
	return error !== undefined && isPlainObject(details) ? details : item;
}

/** Replaces matchers by the values that they match, or else by how Jest shows them. */
function withoutMatchers(values: object, item: IDataObject = {}): IDataObject {
	const entries = Object.entries(values).map(([field, value]) => {
		const matcher = value as Partial<Matcher> | null | undefined;
		if (typeof matcher?.asymmetricMatch !== 'function') return [field, value];

		return [field, matcher.asymmetricMatch(item[field]) ? item[field] : String(matcher)];
	});

	return Object.fromEntries(entries) as IDataObject;
}

/** What of Jest's matchers such as `expect.any(String)` is used. */
interface Matcher {
	asymmetricMatch(value: unknown): boolean;
}

function isText(value: unknown): boolean {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isNothing(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
