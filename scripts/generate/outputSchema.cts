import type {
	FieldType,
	OperationDefinition,
	Resource,
} from '../../nodes/Vitally/operations/definition/operationDefinition';
import { orderColumns } from '../../nodes/Vitally/operations/output/columnOrder';
import { COLUMN_SOURCES } from '../../nodes/Vitally/operations/output/simplifyRecord';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import { answeredRecord, requestBody, whole, type ContractSchema } from './contract.cts';

const NULLABLE_TEXT = { type: ['string', 'null'] };

/** A JSON schema as n8n's editor reads it: names and types. */
interface JsonSchema {
	type: string | string[];
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

/** What the editor shows of an operation's output before the first run. */
interface OutputSchema extends JsonSchema {
	version: 1;
}

/**
 * Returns the schema of the items of an operation: the answer of its first endpoint in the contract, cut down
 * where it is simplified, and what the operation adds.
 *
 * @throws Error if the contract does not know the endpoint, or a field of a simplified record
 */
export function outputSchema(resource: Resource, definition: OperationDefinition): OutputSchema {
	const { endpoints, simpleFields, returnsBody, returns, adds = {} } = definition;
	if (returns) return { type: 'object', properties: schemasOf(returns), version: 1 };

	const answer = answeredRecord(endpoints[0]);
	const added = schemasOf(adds);
	const sent = returnsBody ? propertiesOf(requestBody(endpoints[0])) : {};
	const properties = simpleFields
		? simplified(answer, resource, definition, added)
		: { ...propertiesOf(answer), ...added };

	return { type: 'object', properties: { ...sent, ...properties }, version: 1 };
}

/** Returns the text of a file as prettier formats it. */
export function schemaText(schema: OutputSchema): string {
	const text = JSON.stringify(schema, null, '\t');
	const listsInOneLine = text.replace(/\[[^[\]{}]*\]/g, (list) =>
		JSON.stringify(JSON.parse(list)).replaceAll(',', ', '),
	);

	return `${listsInOneLine}\n`;
}

/**
 * Returns the schema of a simplified record, in the order of the output. A record that was read has all its fields:
 * those that the answer left out are null. A record that was written has those that the answer shows.
 */
function simplified(
	answer: ContractSchema | undefined,
	{ name: resource, details }: Resource,
	{ endpoints, returnsRecord, simpleFields = [] }: OperationDefinition,
	added: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
	const { properties: answered = {}, required = [] } = answer ?? {};
	// What a creation sends is returned too.
	const creation = endpoints.find((endpoint) => endpoint.startsWith('POST '));
	const sent = creation === undefined ? undefined : requestBody(creation)?.properties;
	const properties = { ...sent, ...answered };
	const isRead = returnsRecord === 'whole';
	const fields: Array<[string, JsonSchema]> = [];

	for (const column of simpleFields) {
		const source = sourceOf(column, properties);

		if (source !== undefined) {
			const isRequired = required.includes(source);

			fields.push([column, columnSchema(column, source, properties[source], { isRequired })]);
		} else if (isRead || details) {
			if (!details) {
				throw new Error(
					`The contract has no field of '${resource}' that the column '${column}' shows`,
				);
			}

			fields.push([column, NULLABLE_TEXT]);
		}
	}

	// What the operation adds comes after the ID.
	const columns = { ...Object.fromEntries(fields.slice(0, 1)), ...added };

	Object.assign(columns, Object.fromEntries(fields));

	const hasPage = RECORD_TYPES.some(({ name, appPath }) => name === resource && appPath);
	if (hasPage) Object.assign(columns, schemasOf({ url: 'string?' }));

	return orderColumns(columns);
}

/** Finds the field of a record that a column shows; undefined if the contract has none. */
function sourceOf(column: string, properties: Record<string, ContractSchema>): string | undefined {
	const sources = [column, ...(COLUMN_SOURCES[column] ?? [])];

	return sources.find((source) => properties[source]);
}

function columnSchema(
	column: string,
	source: string,
	property: ContractSchema,
	{ isRequired }: { isRequired: boolean },
): JsonSchema {
	if (column === 'accountNames') return schemaOf('string[]');
	if (source !== column && column !== 'accountId') return NULLABLE_TEXT;

	const field = whole(property);
	// A list of records is shown by the names of the records.
	const isListOfRecords = field.items && whole(field.items).type !== 'string';
	if (isListOfRecords) return schemaOf('string[]');

	return jsonSchema({ ...field, nullable: field.nullable || !isRequired });
}

function propertiesOf({ properties = {} }: ContractSchema = {}): Record<string, JsonSchema> {
	return Object.fromEntries(
		Object.entries(properties)
			.filter(([, schema]) => !schema['x-undocumented'])
			.map(([name, schema]) => [name, jsonSchema(schema)]),
	);
}

function jsonSchema(schema: ContractSchema): JsonSchema {
	const { type = 'object', nullable, properties, items } = whole(schema);

	const shown: JsonSchema = { type: nullable ? [type, 'null'] : type };
	if (properties) shown.properties = propertiesOf({ properties });
	if (items) shown.items = jsonSchema(items);

	return shown;
}

function schemasOf(
	fields: NonNullable<OperationDefinition['returns']>,
): Record<string, JsonSchema> {
	const properties: Record<string, JsonSchema> = {};

	for (const [name, type] of Object.entries(fields)) {
		properties[name] =
			typeof type === 'string'
				? schemaOf(type)
				: { type: 'array', items: { type: 'object', properties: schemasOf(type.each) } };
	}

	return properties;
}

function schemaOf(type: FieldType): JsonSchema {
	const name = type.replace('?', '');
	const isNullable = name !== type;
	const isList = name.endsWith('[]');
	const base = isList ? 'array' : name;
	const schema: JsonSchema = { type: isNullable ? [base, 'null'] : base };
	if (isList) schema.items = { type: name.slice(0, -'[]'.length) };

	return schema;
}
