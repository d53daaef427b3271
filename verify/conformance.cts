import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv from 'ajv/dist/2019';

import type { ServiceRequest, ServiceResponse } from '../nodes/Vitally/transport/client';
import { contractDescription } from '../sandbox/contract/description.cts';
import { isTime, masked } from './fact.cts';

type Json = { [key: string]: Json } & { $ref?: string };

/** Keys in these are a workspace's own. */
const OF_THE_WORKSPACE = ['traits', 'customFields', 'properties'];

const contract = closed(structuredClone(contractDescription()) as unknown as Json);

/** Requires of each value that it has no other fields than the contract names: those of others are news. */
function closed(description: Json): Json {
	for (const schema of Object.values(description.components.schemas)) closeInner(schema as Json);
	const bodies = [
		...Object.values(description.paths),
		...Object.values(description.components.responses ?? {}),
	];

	for (const part of bodies) closeBodies(part);

	return description;
}

function closeBodies(part: unknown): void {
	if (typeof part !== 'object' || part === null) return;

	for (const [name, inner] of Object.entries(part)) {
		if (name === 'schema') close(inner as Json);
		else closeBodies(inner);
	}
}

function close(schema: Json): void {
	const hasFields = ['$ref', 'properties', 'allOf', 'anyOf', 'oneOf'].some(
		(name) => name in schema,
	);
	if (hasFields) Object.assign(schema, { unevaluatedProperties: false });

	closeInner(schema);
}

/** The parts of `allOf` and its like are closed together, where they are used. */
function closeInner(schema: Json): void {
	for (const [name, inner] of Object.entries(schema.properties ?? {})) {
		if (!OF_THE_WORKSPACE.includes(name)) close(inner as Json);
	}

	if (schema.items) close(schema.items);

	for (const part of [schema.allOf, schema.anyOf, schema.oneOf].flat()) {
		if (part) closeInner(part as Json);
	}
}

const ajv = new Ajv({
	strict: false,
	allErrors: true,
	validateFormats: true,
	formats: {
		'date-time': (text: string) => isTime(text) && !Number.isNaN(Date.parse(text)),
		date: /^\d{4}-\d\d-\d\d$/,
		uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
		email: true,
	},
}).addSchema(contract, 'contract');
/** By endpoint; undefined where the contract has no body. */
const validators = new Map<string, ValidateFunction | undefined>();

/** Compares every answer of the service with the contract of the sandbox. */
export class Conformance {
	/** Missing fields and other types, such as `GET /resources/tasks: results[].tags must be array`. */
	readonly differences = new Set<string>();
	/** Fields that the contract does not know. */
	readonly news = new Set<string>();

	check({ method, path }: ServiceRequest, { status, body }: ServiceResponse): void {
		if (status >= 300) return;

		const template = templateOf(path);
		if (!template) return;

		const endpoint = `${method} ${template}`;
		const validate = validatorOf(endpoint, method.toLowerCase(), template);
		if (!validate || validate(body)) return;

		for (const error of validate.errors ?? []) this.add(endpoint, error);
	}

	private add(endpoint: string, { instancePath, keyword, params, message }: ErrorObject): void {
		const place = placeOf(instancePath);
		const unknown: unknown = params.additionalProperty ?? params.unevaluatedProperty;

		if (typeof unknown === 'string') {
			this.news.add(`${endpoint}: ${join(place, masked(unknown))}`);
		} else if (keyword !== 'anyOf' && keyword !== 'allOf') {
			this.differences.add(`${endpoint}: ${place || 'the body'} ${message ?? keyword}`);
		}
	}
}

/** The path of the contract with the fewest placeholders. */
function templateOf(path: string): string | undefined {
	const segments = path.split('/');

	return Object.keys(contract.paths)
		.filter((template) => {
			const parts = template.split('/');

			return (
				parts.length === segments.length &&
				parts.every((part, index) => part.startsWith('{') || part === segments[index])
			);
		})
		.sort((a, b) => a.split('{').length - b.split('{').length)[0];
}

function validatorOf(
	endpoint: string,
	method: string,
	template: string,
): ValidateFunction | undefined {
	if (!validators.has(endpoint)) {
		const responses = contract.paths[template][method]?.responses ?? {};
		const pointer = `#/paths/${escapePointer(template)}/${method}/responses`;
		const status = Object.keys(responses).find((one) => one.startsWith('2'));
		const { $ref, ...response } = status === undefined ? ({} as Json) : responses[status];
		const place = $ref ?? `${pointer}/${status}`;
		const whole = $ref ? resolve($ref) : response;
		const schema = whole.content?.['application/json']?.schema;
		const at = `contract${place}/content/application~1json/schema`;

		validators.set(endpoint, schema && ajv.compile({ $ref: at }));
	}

	return validators.get(endpoint);
}

function resolve(pointer: string): Json {
	const parts = pointer.slice(2).split('/');

	return parts.reduce((part, name) => part[name.replaceAll('~1', '/')], contract);
}

/** `/results/3/traits/tier` as `results[].traits.…`. */
function placeOf(instancePath: string): string {
	const parts = instancePath.split('/').slice(1);
	const own = parts.findIndex((part) => OF_THE_WORKSPACE.includes(part));
	const shown = own >= 0 && own < parts.length - 1 ? [...parts.slice(0, own + 1), '…'] : parts;

	return shown.reduce((place, part) => (/^\d+$/.test(part) ? `${place}[]` : join(place, part)), '');
}

function join(place: string, name: string): string {
	return place === '' ? name : `${place}.${name}`;
}

function escapePointer(path: string): string {
	return path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
}
