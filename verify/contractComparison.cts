import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv from 'ajv/dist/2019';

import type { ServiceRequest, ServiceResponse } from '../nodes/Vitally/transport/client';
import { closedContract, FIELDS_OF_A_WORKSPACE, type Json } from './closedContract.cts';
import { isTime, maskFieldName } from './describeValue.cts';

const CONTRACT = closedContract();

const FORMATS = {
	'date-time': (text: string) => isTime(text) && !Number.isNaN(Date.parse(text)),
	date: /^\d{4}-\d\d-\d\d$/,
	uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
	email: true,
} as const;

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true, formats: FORMATS });

ajv.addSchema(CONTRACT, 'contract');

/** The validators by endpoint; undefined where the contract has no body. */
const validators = new Map<string, ValidateFunction | undefined>();

/** Compares every answer of the service with the contract of the sandbox. */
export class ContractComparison {
	/** Missing fields and other types, such as `GET /resources/tasks: results[].tags must be array`. */
	readonly differences = new Set<string>();
	/** Fields that the contract does not have. */
	readonly unknownFields = new Set<string>();

	add({ method, path }: ServiceRequest, { status, body }: ServiceResponse): void {
		if (status >= 300) return;

		const template = findTemplate(path);
		if (!template) return;

		const validate = validatorOf(template, method);
		if (!validate || validate(body)) return;

		for (const error of validate.errors ?? []) this.addError(`${method} ${template}`, error);
	}

	private addError(endpoint: string, error: ErrorObject): void {
		const { instancePath, keyword, params, message } = error;
		const place = placeOf(instancePath);
		const unknownField: unknown = params.additionalProperty ?? params.unevaluatedProperty;

		if (typeof unknownField === 'string') {
			this.unknownFields.add(`${endpoint}: ${joinPlace(place, maskFieldName(unknownField))}`);
		} else if (keyword !== 'anyOf' && keyword !== 'allOf') {
			this.differences.add(`${endpoint}: ${place || 'the body'} ${message ?? keyword}`);
		}
	}
}

/** Finds the path of the contract that matches with the fewest placeholders. */
function findTemplate(path: string): string | undefined {
	const placeholders = (template: string) => template.split('{').length;
	const matching = Object.keys(CONTRACT.paths).filter((template) => matches(template, path));

	return matching.sort((a, b) => placeholders(a) - placeholders(b))[0];
}

function matches(template: string, path: string): boolean {
	const parts = template.split('/');
	const segments = path.split('/');
	if (parts.length !== segments.length) return false;

	return parts.every((part, index) => part.startsWith('{') || part === segments[index]);
}

function validatorOf(template: string, method: string): ValidateFunction | undefined {
	const endpoint = `${method} ${template}`;
	if (!validators.has(endpoint)) validators.set(endpoint, compile(template, method.toLowerCase()));

	return validators.get(endpoint);
}

/** Returns `undefined` if the contract has no body for the endpoint. */
function compile(template: string, method: string): ValidateFunction | undefined {
	const responses = CONTRACT.paths[template][method]?.responses ?? {};
	const status = Object.keys(responses).find((code) => code.startsWith('2'));
	if (status === undefined) return undefined;

	const own = `#/paths/${escapePointer(template)}/${method}/responses/${status}`;
	const pointer = responses[status].$ref ?? own;
	const response = responses[status].$ref ? resolvePointer(pointer) : responses[status];
	if (!response.content?.['application/json']?.schema) return undefined;

	return ajv.compile({ $ref: `contract${pointer}/content/application~1json/schema` });
}

function resolvePointer(pointer: string): Json {
	const parts = pointer.slice('#/'.length).split('/');

	return parts.reduce((part, name) => part[name.replaceAll('~1', '/')], CONTRACT);
}

function escapePointer(path: string): string {
	return path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
}

/** Returns `/results/3/traits/tier` as `results[].traits.…`. */
function placeOf(instancePath: string): string {
	let place = '';
	let isOfWorkspace = false;

	for (const part of instancePath.split('/').slice(1)) {
		if (isOfWorkspace) return joinPlace(place, '…');

		place = /^\d+$/.test(part) ? `${place}[]` : joinPlace(place, part);
		isOfWorkspace = FIELDS_OF_A_WORKSPACE.includes(part);
	}

	return place;
}

function joinPlace(place: string, name: string): string {
	return place === '' ? name : `${place}.${name}`;
}
