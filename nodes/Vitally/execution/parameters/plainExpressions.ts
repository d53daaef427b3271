import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../../values/json/json';

/** What the editor writes for a dragged column: `={{ $json.plan }}` and `={{ $json["Account ID"] }}`. */
const FIELD = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}]+"\]|\['[^'\\{}]+'\])+)\s*\}\}$/;
const NAME = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g;

/** Returns the value of a parameter for an input item, or `undefined` where n8n has to resolve it. */
export type PlainReader = (json: IDataObject) => unknown;

/**
 * Reads expressions that only name fields of the input item without n8n's expression engine, which needs about a
 * millisecond for each: seconds for a table with many columns.
 *
 * @param stored is the parameter as the workflow contains it, with everything below it
 * @returns `undefined` for a parameter without an expression, which is the same for all items
 */
export function plainReader(stored: unknown): PlainReader | undefined {
	if (typeof stored === 'string') return textReader(stored);
	if (typeof stored !== 'object' || stored === null) return undefined;

	const readers: Array<{ key: string; read: PlainReader }> = [];

	for (const [key, inner] of Object.entries(stored)) {
		const read = plainReader(inner);
		if (read) readers.push({ key, read });
	}

	if (readers.length === 0) return undefined;

	return (json) => {
		const resolved = (Array.isArray(stored) ? [...stored] : { ...stored }) as IDataObject;

		for (const { key, read } of readers) {
			const value = read(json);
			// n8n resolves the parameter as a whole.
			if (value === undefined) return undefined;

			resolved[key] = value as IDataObject[string];
		}

		return resolved;
	};
}

function textReader(text: string): PlainReader | undefined {
	// n8n marks expressions by an equals sign at the start.
	return text.startsWith('=') ? fieldReader(text) : undefined;
}

function fieldReader(expression: string): PlainReader {
	const names = (FIELD.exec(expression)?.[1] ?? '').matchAll(NAME);
	const path = [...names].map(([, bare, double, single]) => bare ?? double ?? single);
	if (path.length === 0) return () => undefined;

	return (json) => {
		let value: unknown = json;

		for (const name of path) {
			if (!isPlainObject(value) || !Object.hasOwn(value, name)) return undefined;

			value = value[name];
		}

		return isPlainValue(value) ? value : undefined;
	};
}

/** Whether n8n's expressions return a value unchanged. */
function isPlainValue(value: unknown): boolean {
	const isPlain = typeof value === 'string' || typeof value === 'boolean' || value === null;

	return isPlain || Number.isFinite(value);
}
