import type { RecordedRequest } from '../../sandbox/sandbox.cts';
import {
	alwaysSent,
	ENDPOINT_CALLS,
	exceptionOf,
	titleOf,
	type EndpointCall,
} from './endpoints.cts';
import { fieldsOf, samplesOf, type Field } from './fields.cts';
import { kindOf, pathsOfField } from './parameterPaths.cts';
import { firstOfEach } from './rules.cts';

/** One value of one field, set by one of the parameters that the operation has for it. */
interface FieldCase extends EndpointCall {
	title: string;
	field: Field;
	value: unknown;
	/** Beyond those of the call. */
	parameters: Record<string, unknown>;
}

const ALL: FieldCase[] = ENDPOINT_CALLS.flatMap((endpointCall) =>
	fieldsOf(endpointCall.endpoint).flatMap((field) =>
		settingsOf(endpointCall, field).flatMap(({ title, acceptsEmptyText, parametersWith }) =>
			samplesOf(field.schema)
				.filter((value) => value !== '' || acceptsEmptyText)
				.filter(
					(value) => !(endpointCall.call.parameters.operation === 'sync' && isThereAnyway(value)),
				)
				.map((value) => ({
					...endpointCall,
					title: `${titleOf(endpointCall)} ${field.name}: ${title}`,
					field,
					value,
					parameters: withEmptyValues(parametersWith(value), value),
				})),
		),
	),
);

/** Operations of a resource read the same field with the same function: one of them gets each of its values. */
export const FIELD_CASES: FieldCase[] = firstOfEach(ALL, (one) => {
	const { call, field, value } = one;
	const { parametersWith } = exceptionOf(one, field.name) ?? {};
	const kinds = parametersWith
		? [String(parametersWith)]
		: pathsOfField(call, field).map(({ property }) => kindOf(property));
	return JSON.stringify([call.type, call.parameters.resource, field.name, kinds, value]);
});

/** What a record has from the start, or is tied to here: a sync sends only what differs, as its own tests show. */
function isThereAnyway(value: unknown): boolean {
	return value === '' || value === false || Array.isArray(value);
}

/** Empty values are sent only with an option. */
function withEmptyValues(parameters: Record<string, unknown>, value: unknown) {
	if (value !== '' && value !== null) return parameters;
	const options = { ...(parameters.options as object | undefined), emptyValues: 'send' };
	return { ...parameters, options };
}

interface Setting {
	title: string;
	/** Required fields, locators, filters and options ignore it. */
	acceptsEmptyText: boolean;
	parametersWith: (value: unknown) => Record<string, unknown>;
}

function settingsOf(endpointCall: EndpointCall, field: Field): Setting[] {
	const exception = exceptionOf(endpointCall, field.name);
	if (!exception) {
		return pathsOfField(endpointCall.call, field).map(({ path, property, parametersWith }) => ({
			title: path,
			acceptsEmptyText: property.type === 'string' && /^(additional|update)Fields\./.test(path),
			parametersWith,
		}));
	}
	const { parametersWith } = exception;
	if (!parametersWith) return [];
	const title = Object.keys(parametersWith('')).join(' and ');
	return [{ title, acceptsEmptyText: false, parametersWith }];
}

/** The fields that a request may contain: required ones, those that the parameters name, and `alsoSends`. */
export function namesAllowed(
	endpointCall: EndpointCall,
	parameters: Record<string, unknown>,
): string[] {
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

function isCollection(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !('__rl' in value);
}

/** Query and body of a request in one. */
export function sentBy({ query, body }: RecordedRequest): Record<string, unknown> {
	return { ...query, ...(body as object | undefined) };
}
