import { contractDescription } from '../../sandbox/contract/description.cts';
import { TEXT } from '../fixtures/records.cts';
import type { Endpoint } from './endpoints.cts';

/** A JSON schema, as far as the contract uses it for requests. */
interface Schema {
	$ref?: string;
	type?: string;
	format?: string;
	enum?: unknown[];
	nullable?: boolean;
	minLength?: number;
	minimum?: number;
	items?: Schema;
	required?: string[];
	properties?: Record<string, Schema>;
	anyOf?: Schema[];
	additionalProperties?: false | Schema;
}

interface Parameter {
	$ref?: string;
	name: string;
	in: string;
	schema: Schema;
}

interface Operation {
	parameters?: Parameter[];
	requestBody?: { content: { 'application/json': { schema: Schema } } };
}

/** A query parameter or body field of an endpoint. */
export interface Field {
	name: string;
	place: 'query' | 'body';
	schema: Schema;
	isRequired: boolean;
}

const contract = contractDescription();

/** Returns what requests to an endpoint may contain, as the sandbox's contract describes it. */
export function fieldsOf({ method, path }: Endpoint): Field[] {
	const contractPath = Object.keys(contract.paths).find(
		(pathInContract) => pathInContract.replace(/\{\w+\}/g, '*') === path.replace(/:\w+/g, '*'),
	);
	const methods = contract.paths[String(contractPath)] as Record<string, Operation> | undefined;
	const operation = methods?.[method.toLowerCase()];
	if (!operation) throw new Error(`The contract of the service has no ${method} ${path}`);

	const { parameters = [], requestBody } = operation;

	const query = parameters
		.map((parameter) => resolved(parameter))
		.filter((parameter) => parameter.in === 'query')
		.map(({ name, schema }) => ({ name, place: 'query' as const, schema, isRequired: false }));

	const { properties = {}, required = [] } = resolved(
		requestBody?.content['application/json'].schema ?? {},
	);
	const body = Object.entries(properties).map(([name, schema]) => ({
		name,
		place: 'body' as const,
		schema: resolved(schema),
		isRequired: required.includes(name),
	}));

	return [...query, ...body];
}

/** Returns values of a field, other than those of the fields beside it: all of a choice, both of a switch. */
export function samplesOf({ name, schema }: Pick<Field, 'name' | 'schema'>): unknown[] {
	if (schema.enum) return schema.enum.filter((value) => value !== null);

	return schema.type === 'boolean' ? [true, false] : [sampleOf(schema, name)];
}

function sampleOf(reference: Schema, name: string): unknown {
	const schema = resolved(reference);
	if (schema.enum) return schema.enum.at(-1);

	switch (schema.type) {
		case 'boolean':
			return true;
		case 'integer':
		case 'number':
			return 7;
		case 'array':
			return [sampleOf(schema.items ?? {}, name)];
		case 'object':
			return Object.fromEntries(members(schema));
		case 'string':
			if (schema.anyOf) return sampleOf({ ...schema.anyOf[0], type: 'string' }, name);

			return textOf(schema, name);
		default:
			throw new Error(`No sample for ${JSON.stringify(schema)}`);
	}
}

function textOf({ format }: Schema, name: string): string {
	const day = `2026-03-${10 + name.length}`;
	if (format === 'date') return day;
	if (format === 'date-time') return `${day}T10:00:00.000Z`;
	if (name === 'emailSubdomain') return 'team.example';
	if (name === 'email') return `${TEXT.replaceAll(' ', '')}@team.example`;

	// Records of `addAllResources` come from this source.
	return name === 'source' ? TEXT : `${TEXT} ${name}`;
}

/** Every field of an object; for free keys, one with a dot for each type of value. */
function members({ properties, additionalProperties }: Schema): Array<[string, unknown]> {
	if (properties) {
		return Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema, name)]);
	}

	const { anyOf = [] } = additionalProperties || {};

	return anyOf.map((schema) => [
		`vitally.custom.${schema.type}`,
		sampleOf({ ...schema }, String(schema.type)),
	]);
}

/** What a reference points to. */
function resolved<T extends { $ref?: string }>(reference: T): T {
	if (reference.$ref === undefined) return reference;

	const [, , kind, name] = reference.$ref.split('/');

	return resolved(contract.components[kind][name] as T);
}
