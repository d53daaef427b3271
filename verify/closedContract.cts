import { contractDescription } from '../sandbox/contract/description.cts';

/** A part of an OpenAPI description. */
export type Json = { [key: string]: Json } & { $ref?: string };

/** Their keys are a workspace's own. */
export const FIELDS_OF_A_WORKSPACE = ['traits', 'customFields', 'properties'];

/**
 * Returns the contract of the sandbox, changed so that a value with a field that the contract does not name is
 * an error.
 */
export function closedContract(): Json {
	const contract = structuredClone(contractDescription()) as unknown as Json;
	const { schemas, responses } = contract.components;

	for (const schema of Object.values(schemas)) closeFields(schema as Json);
	for (const path of Object.values(contract.paths)) closeBodies(path);
	for (const response of Object.values(responses ?? {})) closeBodies(response);

	return contract;
}

function closeBodies(part: unknown): void {
	if (typeof part !== 'object' || part === null) return;

	for (const [name, inner] of Object.entries(part)) {
		if (name === 'schema') closeSchema(inner as Json);
		else closeBodies(inner);
	}
}

function closeSchema(schema: Json): void {
	const hasFields = ['$ref', 'properties', 'allOf', 'anyOf', 'oneOf'].some(
		(keyword) => keyword in schema,
	);
	if (hasFields) Object.assign(schema, { unevaluatedProperties: false });

	closeFields(schema);
}

/** Closes what is inside of a schema. The parts of `allOf` and its like are closed together, where they are used. */
function closeFields(schema: Json): void {
	for (const [name, field] of Object.entries(schema.properties ?? {})) {
		if (!FIELDS_OF_A_WORKSPACE.includes(name)) closeSchema(field as Json);
	}

	if (schema.items) closeSchema(schema.items);

	for (const part of [schema.allOf, schema.anyOf, schema.oneOf].flat()) {
		if (part) closeFields(part as Json);
	}
}
