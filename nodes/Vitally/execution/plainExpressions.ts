import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../values/json';

/** `={{ $json.plan }}` and `={{ $json["Account ID"] }}`: what the editor writes for a dragged column. */
const FIELD = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}]+"\]|\['[^'\\{}]+'\])+)\s*\}\}$/;
const NAME = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g;

/** What contains no expression, such as the columns of a mapper: hundreds of values, the same for all items. */
const fixed = new WeakSet<object>();

/**
 * Reads expressions that only name fields of the input item without n8n's expression engine, which needs about a
 * millisecond for each: seconds for a table with many columns.
 *
 * @param stored the parameter as the workflow contains it, with everything below it
 * @returns `undefined` where n8n has to resolve it
 */
export function resolvePlain(stored: unknown, json: IDataObject): unknown {
	if (isExpression(stored)) return resolveField(stored, json);
	if (typeof stored !== 'object' || stored === null || fixed.has(stored)) return stored;
	const entries: Array<[string, unknown]> = [];
	let isFixed = true;
	for (const [key, inner] of Object.entries(stored)) {
		const value = resolvePlain(inner, json);
		if (value === undefined) return undefined;
		entries.push([key, value]);
		isFixed &&= value === inner && !isExpression(inner);
	}
	if (isFixed) {
		fixed.add(stored);
		return stored;
	}
	return Array.isArray(stored) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && stored.startsWith('=');
}

function resolveField(expression: string, json: IDataObject): unknown {
	const path = pathOf(expression);
	if (path.length === 0) return undefined;
	let value: unknown = json;
	for (const name of path) {
		if (!isPlainObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return isPlainValue(value) ? value : undefined;
}

/** All items of a run have the same expressions. */
const paths = new Map<string, string[]>();
const MAX_PATHS = 1000;

/** @returns an empty list for an expression that does not only name a field */
function pathOf(expression: string): string[] {
	const known = paths.get(expression);
	if (known) return known;
	const names = (FIELD.exec(expression)?.[1] ?? '').matchAll(NAME);
	const path = [...names].map(([, bare, double, single]) => bare ?? double ?? single);
	if (paths.size >= MAX_PATHS) paths.clear();
	paths.set(expression, path);
	return path;
}

/** Values that n8n's expressions return unchanged. */
function isPlainValue(value: unknown): boolean {
	const isPlain = typeof value === 'string' || typeof value === 'boolean' || value === null;
	return isPlain || Number.isFinite(value);
}
