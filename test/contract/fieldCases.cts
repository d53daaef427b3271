import { isDeepStrictEqual } from 'node:util';

import type { RecordedRequest } from '../../sandbox/sandbox.cts';
import {
	alwaysSent,
	ENDPOINT_CALLS,
	exceptionOf,
	titleOf,
	type EndpointCall,
} from './endpoints.cts';
import { fieldsOf, samplesOf, type Field } from './fields.cts';
import { firstOfEach } from './firstOfEach.cts';
import { pathsOfField, sentNameOf } from './parameterPaths.cts';

type Parameters = Record<string, unknown>;

/** A value of a field, set by one of the parameters that the operation has for it. */
interface FieldValue {
	endpointCall: EndpointCall;
	title: string;
	field: Field;
	value: unknown;
	expected: unknown;
	/** Whether it is the first value of the field in its operation. */
	isFirst: boolean;
	/** Whether another parameter than that of its name sets it. */
	isException: boolean;
	/** The parameters beyond those of the call. */
	parameters: Parameters;
}

/** Fields of an operation that can be set at the same time. */
interface FieldSet extends EndpointCall {
	/** `vitally note create POST /resources/notes: subject, tags` */
	title: string;
	values: FieldValue[];
	parameters: Parameters;
}

/** Returns every field of every operation, as many in one run as can be. */
export function fieldSets(): FieldSet[] {
	const values = ENDPOINT_CALLS.flatMap((endpointCall) =>
		fieldsOf(endpointCall.endpoint).flatMap((field) => valuesOf(endpointCall, field)),
	);
	const firstValues = values.filter(({ isFirst }) => isFirst);
	// Operations of a resource read the same field with the same function: one of them gets its further values.
	const furtherValues = firstOfEach(
		values.filter(({ isFirst }) => !isFirst),
		({ endpointCall: { call }, field, value, parameters }) =>
			JSON.stringify([
				call.type,
				call.parameters.resource,
				field.name,
				value,
				Object.keys(parameters),
			]),
	);
	const sets: FieldSet[] = [];

	for (const value of [...firstValues, ...furtherValues]) {
		if (sets.some((set) => addToSet(set, value))) continue;

		sets.push({
			...value.endpointCall,
			title: '',
			values: [value],
			parameters: value.parameters,
		});
	}

	for (const set of sets) {
		const names = set.values.map(({ field }) => field.name);

		set.title = `${titleOf(set)}: ${names.join(', ')}`;
	}

	return sets;
}

/**
 * Adds a value to a set, unless the set has one of its field, or sets one of its parameters in another way.
 *
 * @returns whether the value was added
 */
function addToSet(set: FieldSet, value: FieldValue): boolean {
	const [{ endpointCall, isException }] = set.values;
	if (endpointCall !== value.endpointCall || isException !== value.isException) return false;
	if (set.values.some(({ field }) => field.name === value.field.name)) return false;

	const parameters = mergeParameters(set.parameters, value.parameters, set.call.parameters);
	if (!parameters) return false;

	set.values.push(value);
	set.parameters = parameters;

	return true;
}

/**
 * Merges parameters, in collections too.
 *
 * @param ofCollections what the call has in its collections, which yields
 * @param ofCall what the call has at this place, which yields
 * @returns the parameters of both, or nothing if they set one differently
 */
function mergeParameters(
	first: Parameters,
	second: Parameters,
	ofCollections: Parameters,
	ofCall: Parameters = {},
): Parameters | undefined {
	const merged = { ...first };

	for (const [name, value] of Object.entries(second)) {
		const known = merged[name];

		if (known === undefined || isDeepStrictEqual(known, ofCall[name])) {
			merged[name] = value;
		} else if (isCollection(known) && isCollection(value)) {
			const members = mergeParameters(
				known,
				value,
				{},
				ofCollections[name] as Parameters | undefined,
			);
			if (!members) return undefined;

			merged[name] = members;
		} else if (!isDeepStrictEqual(value, known) && !isDeepStrictEqual(value, ofCall[name])) {
			return undefined;
		}
	}

	return merged;
}

function valuesOf(endpointCall: EndpointCall, field: Field): FieldValue[] {
	const isSync = endpointCall.call.parameters.operation === 'sync';

	return settingsOf(endpointCall, field)
		.flatMap((setting) => samplesOf(field).map((value) => ({ ...setting, value })))
		.filter(({ value }) => !isSync || !isThereAnyway(value))
		.map(({ path, parametersWith, sent, value }, index) => ({
			endpointCall,
			field,
			value,
			isFirst: index === 0,
			title: `${titleOf(endpointCall)} ${field.name}: ${path}`,
			expected: sent ?? (field.place === 'query' ? String(value) : value),
			isException: exceptionOf(endpointCall, field.name) !== undefined,
			parameters: parametersWith(value),
		}));
}

/** Whether a record has the value from the start: a sync sends only what differs, as its own tests show. */
function isThereAnyway(value: unknown): boolean {
	return value === false || Array.isArray(value);
}

interface Setting {
	path: string;
	parametersWith: (value: unknown) => Parameters;
	/** What arrives, where it is not the value. */
	sent?: unknown;
}

function settingsOf(endpointCall: EndpointCall, field: Field): Setting[] {
	const exception = exceptionOf(endpointCall, field.name);
	if (!exception) return pathsOfField(endpointCall.call, field);

	const { parametersWith, sent } = exception;
	if (!parametersWith) return [];

	return [{ path: Object.keys(parametersWith('')).join(' and '), parametersWith, sent }];
}

/** Returns the fields that a request may contain: required ones, those that the parameters name, and `alsoSends`. */
export function namesAllowed(endpointCall: EndpointCall, parameters: Parameters): string[] {
	const given = Object.entries(parameters).flatMap(([name, value]) => {
		const names = [sentNameOf(name)];
		if (isCollection(value)) names.push(...Object.keys(value));

		return names;
	});

	return [...requiredNames(endpointCall), ...given, ...alwaysSent(endpointCall)];
}

export function requiredNames({ endpoint }: EndpointCall): string[] {
	return fieldsOf(endpoint)
		.filter(({ isRequired }) => isRequired)
		.map(({ name }) => name);
}

function isCollection(value: unknown): value is Parameters {
	return typeof value === 'object' && value !== null && !('__rl' in value);
}

/** Returns query and body of a request in one object. */
export function sentBy({ query, body }: RecordedRequest): Record<string, unknown> {
	return { ...query, ...(body as object | undefined) };
}
