import type { INode, INodeProperties } from 'n8n-workflow';

import { nullLikeAsNull } from '../../values/emptyValues';
import { parseJson } from '../../values/json/json';

/**
 * Whether an AI model calls the node: n8n gives a tool a type of its own, such as `vitallyTool`
 * (n8n, node-types.js).
 */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/**
 * Returns a function that reads a parameter as an AI model means it: null for null-like text, in a field for JSON also
 * inside of it.
 *
 * @param fields of the operations that the node may have
 */
export function modelValueReader(fields: readonly INodeProperties[]) {
	const jsonFields = fields.filter(({ type }) => type === 'json');
	const jsonLabels = new Map(jsonFields.map(({ name, displayName }) => [name, displayName]));

	return (name: string, value: unknown): unknown => {
		const label = jsonLabels.get(name);
		const isJson = label !== undefined && typeof value === 'string';
		const parsed = isJson ? parseJson(value, label) : undefined;

		return nullLikeAsNull(parsed ?? value);
	};
}
