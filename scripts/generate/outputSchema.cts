import type {
	FieldType,
	OperationDefinition,
	Resource,
} from '../../nodes/Vitally/operations/definition/operationDefinition';
import { orderColumns } from '../../nodes/Vitally/operations/output/columnOrder';
import { COLUMN_SOURCES } from '../../nodes/Vitally/operations/output/simplifyRecord';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import { answeredRecord, requestBody, whole, type ContractSchema } from './contract.cts';

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
 * The schema of the items of an operation: the answer of its first endpoint in the contract, cut down
 * where it is simplified, and what the operation adds.
 *
 * @throws Error when the contract does not know the endpoint, or not a field of a simplified record
 */
export function outputSchema(resource: Resource, definition: OperationDefinition): OutputSchema {
	const { endpoints, simpleFields, returnsBody, returns, adds = {} } = definition;
	if (returns) return { type: 'object', properties: mapped(returns), version: 1 };

	const answer = answeredRecord(endpoints[0]);
	const added = mapped(adds);
	const properties = simpleFields
		? simplified(answer, resource, definition, added)
		: { ...propertiesOf(answer), ...added };

	return {
		type: 'object',
		properties: { ...(returnsBody && propertiesOf(requestBody(endpoints[0]))), ...properties },
		version: 1,
	};
}

/** The text of a file as prettier formats it. */
export function schemaText(schema: OutputSchema): string {
	const text = JSON.stringify(schema, null, '\t');
	const listsInOneLine = text.replace(/\[[^[\]{}]*\]/g, (list) =>
		JSON.stringify(JSON.parse(list)).replaceAll(',', ', '),
	);

	return `${listsInOneLine}\n`;
}

/**
 * A simplified record that was read has all its fields: those that the answer left out are null. One
 * that was written has those that the answer shows. In the order of the output.
 */
function simplified(
	answer: ContractSchema | undefined,
	{ name: resource, details }: Resource,
	{ endpoints, returnsRecord, simpleFields = [] }: OperationDefinition,
	added: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
	const { properties: answered = {}, required = [] } = answer ?? {};
	// What a creation sends is returned too.
	const creation = endpoints.find((one) => one.startsWith('POST '));
	const sent = creation === undefined ? undefined : requestBody(creation)?.properties;
	const properties = { ...sent, ...answered };
	const hasPage = RECORD_TYPES.some(({ name, appPath }) => name === resource && appPath);
	const isRead = returnsRecord === 'whole';
	const fields = simpleFields.flatMap((column): Array<[string, JsonSchema]> => {
		const name = [column, ...(COLUMN_SOURCES[column] ?? [])].find((one) => properties[one]);

		if (name === undefined) {
			if (isRead && !details) throw new Error(`The contract has nothing for ${column}`);

			return isRead || details ? [[column, NULLABLE_TEXT]] : [];
		}

		if (column === 'accountNames') return [[column, schemaOf('string[]')]];
		if (name !== column && column !== 'accountId') return [[column, NULLABLE_TEXT]];

		const field = whole(properties[name]);

		if (field.items && whole(field.items).type !== 'string') {
			return [[column, schemaOf('string[]')]];
		}

		const nullable = field.nullable || !required.includes(name);

		return [[column, jsonSchema({ ...field, nullable })]];
	});

	return orderColumns({
		...Object.fromEntries(fields.slice(0, 1)),
		...added,
		...Object.fromEntries(fields),
		...(hasPage && mapped({ url: 'string?' })),
		...(properties.traits && { traits: { type: 'object' } }),
	});
}

const NULLABLE_TEXT = { type: ['string', 'null'] };

function propertiesOf({ properties = {} }: ContractSchema = {}): Record<string, JsonSchema> {
	return Object.fromEntries(
		Object.entries(properties)
			.filter(([, schema]) => !schema['x-undocumented'])
			.map(([name, schema]) => [name, jsonSchema(schema)]),
	);
}

function jsonSchema(schema: ContractSchema): JsonSchema {
	const { type = 'object', nullable, properties, items } = whole(schema);

	return {
		type: nullable ? [type, 'null'] : type,
		...(properties && { properties: propertiesOf({ properties }) }),
		...(items && { items: jsonSchema(items) }),
	};
}

function mapped(fields: NonNullable<OperationDefinition['returns']>): Record<string, JsonSchema> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, type]) => [
			name,
			typeof type === 'string'
				? schemaOf(type)
				: { type: 'array', items: { type: 'object', properties: mapped(type.each) } },
		]),
	);
}

function schemaOf(type: FieldType): JsonSchema {
	const name = type.replace('?', '');
	const orNull = (one: string) => (name === type ? one : [one, 'null']);
	if (!name.endsWith('[]')) return { type: orNull(name) };

	return { type: orNull('array'), items: { type: name.slice(0, -2) } };
}
