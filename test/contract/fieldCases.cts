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
import { pathsOfField } from './parameterPaths.cts';
import { firstOfEach } from './ruleChecks.cts';

type Parameters = Record<string, unknown>;

/** One value of one field, set by one of the parameters that the operation has for it. */
interface FieldValue {
	endpointCall: EndpointCall;
	title: string;
	field: Field;
	value: unknown;
	expected: unknown;
	/** Of the field in its operation. */
	isFirst: boolean;
	/** Whether another parameter than that of its name sets it. */
	isException: boolean;
	/** Beyond those of the call. */
	parameters: Parameters;
}

/** Fields of an operation that can be set at the same time. */
interface FieldSet extends EndpointCall {
	values: FieldValue[];
	parameters: Parameters;
}

/** Every field of every operation, as many in one run as can be. */
export function fieldSets(): FieldSet[] {
	const all = ENDPOINT_CALLS.flatMap((endpointCall) =>
		fieldsOf(endpointCall.endpoint).flatMap((field) => valuesOf(endpointCall, field)),
	);
	// Operations of a resource read the same field with the same function: one of them gets its further values.
	const [first, further] = [true, false].map((isFirst) =>
		all.filter((one) => isFirst === one.isFirst),
	);
	const ofResource = firstOfEach(further, ({ endpointCall: { call }, field, value, parameters }) =>
		JSON.stringify([
			call.type,
			call.parameters.resource,
			field.name,
			value,
			Object.keys(parameters),
		]),
	);
	const sets: FieldSet[] = [];

	for (const value of [...first, ...ofResource]) {
		if (sets.some((set) => joins(set, value))) continue;

		sets.push({ ...value.endpointCall, values: [value], parameters: value.parameters });
	}

	return sets;
}

/** Adds a value to a set, unless the set has one of its field, or sets one of its parameters in another way. */
function joins(set: FieldSet, value: FieldValue): boolean {
	const [{ endpointCall, isException }] = set.values;
	const isOther = endpointCall !== value.endpointCall || isException !== value.isException;
	const isSet = set.values.some(({ field }) => field.name === value.field.name);
	const parameters = joined(set.parameters, value.parameters, set.call.parameters);
	if (isOther || isSet || !parameters) return false;

	set.values.push(value);
	set.parameters = parameters;

	return true;
}

/**
 * The parameters of both, unless they set one differently.
 *
 * @param collections of the call, whose values yield
 */
function joined(
	first: Parameters,
	second: Parameters,
	collections: Parameters,
	ofCall: Parameters = {},
): Parameters | undefined {
	const all = { ...first };

	for (const [name, value] of Object.entries(second)) {
		const known = all[name];
		const isOneOf = (...others: unknown[]) => others.some((one) => isDeepStrictEqual(value, one));
		if (known === undefined || isDeepStrictEqual(known, ofCall[name])) all[name] = value;
		else if (isCollection(known) && isCollection(value)) {
			const inner = joined(known, value, {}, collections[name] as Parameters | undefined);
			if (!inner) return undefined;

			all[name] = inner;
		} else if (!isOneOf(known, ofCall[name])) return undefined;
	}

	return all;
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

/** What a record has from the start, or is tied to here: a sync sends only what differs, as its own tests show. */
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

/** The fields that a request may contain: required ones, those that the parameters name, and `alsoSends`. */
export function namesAllowed(endpointCall: EndpointCall, parameters: Parameters): string[] {
	const given = Object.entries(parameters).flatMap(([name, value]) => [
		name,
		...(isCollection(value) ? Object.keys(value) : []),
	]);

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

/** Query and body of a request in one. */
export function sentBy({ query, body }: RecordedRequest): Record<string, unknown> {
	return { ...query, ...(body as object | undefined) };
}
