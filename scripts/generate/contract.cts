import { contractDescription } from '../../sandbox/contract/description.cts';

/** A schema of the contract, as far as records use it. */
export interface ContractSchema {
	$ref?: string;
	type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
	nullable?: boolean;
	required?: string[];
	properties?: Record<string, ContractSchema>;
	items?: ContractSchema;
	allOf?: ContractSchema[];
	/** Set where the sandbox can show a field that the document does not list. */
	'x-undocumented'?: boolean;
}

interface Content {
	$ref?: string;
	content?: { 'application/json': { schema: ContractSchema } };
}

interface Operation {
	requestBody?: Content;
	responses: Record<string, Content>;
}

const { paths, components } = contractDescription();

const operations = readOperations();

/**
 * Returns what an endpoint answers with, when all is well.
 *
 * @param endpoint method and path, such as `GET /resources/notes/:id`
 * @returns the schema of the record, or of the records in the list; `undefined` for an answer without a body
 * @throws Error if the contract has no such endpoint
 */
export function answeredRecord(endpoint: string): ContractSchema | undefined {
	const { responses } = operationOf(endpoint);
	const status = Object.keys(responses).find((code) => code.startsWith('2'));
	const body = bodyOf(responses[String(status)]);
	// Surveys answer under `data` (docs/internal/beyond.md, 12).
	const { results, data } = body?.properties ?? {};

	return body && itemOf(whole(results ?? data ?? body));
}

/** Returns the schema of the request body of an endpoint. */
export function requestBody(endpoint: string): ContractSchema | undefined {
	return bodyOf(operationOf(endpoint).requestBody);
}

export function isInContract(endpoint: string): boolean {
	return operations.has(withoutNames(endpoint));
}

/** @throws Error if the contract has no such endpoint */
export function assertInContract(endpoint: string): void {
	operationOf(endpoint);
}

/** Returns a schema without references, and its `allOf` merged into one. */
export function whole(schema: ContractSchema): ContractSchema {
	const { allOf, ...rest } = referenced(schema);
	if (!allOf) return rest;

	const parts = [...allOf.map(whole), rest];

	return {
		...Object.assign({}, ...parts),
		required: parts.flatMap(({ required = [] }) => required),
		properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
	};
}

/** Reads all operations, by method and path without the names of parameters, which rows of operations name differently. */
function readOperations(): Map<string, Operation> {
	const byEndpoint = new Map<string, Operation>();

	for (const [path, methods] of Object.entries(paths)) {
		for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
			byEndpoint.set(withoutNames(`${method.toUpperCase()} ${path}`), operation);
		}
	}

	return byEndpoint;
}

function operationOf(endpoint: string): Operation {
	const operation = operations.get(withoutNames(endpoint));
	if (!operation) throw new Error(`The contract has no ${endpoint}`);

	return operation;
}

/** Returns `GET /resources/notes/*` for `GET /resources/notes/:id`. */
function withoutNames(endpoint: string): string {
	return endpoint.replace(/:\w+|\{\w+\}/g, '*');
}

/** Returns the schema of a body as JSON. */
function bodyOf(content: Content = {}): ContractSchema | undefined {
	const schema = referenced(content).content?.['application/json'].schema;

	return schema && whole(schema);
}

/** Returns the schema of the items of a list; that of anything else as it is. */
function itemOf({ items, ...schema }: ContractSchema): ContractSchema {
	return items ? whole(items) : schema;
}

/** Returns what a reference names. */
function referenced<T extends { $ref?: string }>(value: T): T {
	if (value.$ref === undefined) return value;

	const [, , kind, name] = value.$ref.split('/');

	return components[kind][name] as T;
}
