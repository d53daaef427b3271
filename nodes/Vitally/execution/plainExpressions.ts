import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../values/json';

/** `={{ $json.plan }}` and `={{ $json["Account ID"] }}`: what the editor writes for a dragged column. */
const FIELD = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}]+"\]|\['[^'\\{}]+'\])+)\s*\}\}$/;
const NAME = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g;

/** @returns a parameter for an input item; `undefined` where n8n has to resolve it */
export type PlainReader = (json: IDataObject) => unknown;

/**
 * Reads expressions that only name fields of the input item without n8n's expression engine, which needs about a
 * millisecond for each: seconds for a table with many columns.
 *
 * @param stored the parameter as the workflow contains it, with everything below it
 * @returns `undefined` for a parameter without an expression, which is the same for all items
 */
export function plainReader(stored: unknown): PlainReader | undefined {
	if (typeof stored === 'string') return stored.startsWith('=') ? fieldReader(stored) : undefined;
	if (typeof stored !== 'object' || stored === null) return undefined;

	const readers = Object.entries(stored).flatMap(([key, inner]) => {
		const read = plainReader(inner);

		return read ? [{ key, read }] : [];
	});
	if (readers.length === 0) return undefined;

	return (json) => {
		const resolved = (Array.isArray(stored) ? [...stored] : { ...stored }) as IDataObject;

		for (const { key, read } of readers) {
			const value = read(json);
			if (value === undefined) return undefined;

			resolved[key] = value as IDataObject[string];
		}

		return resolved;
	};
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

/** Values that n8n's expressions return unchanged. */
function isPlainValue(value: unknown): boolean {
	const isPlain = typeof value === 'string' || typeof value === 'boolean' || value === null;

	return isPlain || Number.isFinite(value);
}
