import type { IDataObject } from 'n8n-workflow';

/** Reads a parameter for an item; returns `undefined` where n8n has to resolve it. */
type FieldReader = (json: IDataObject) => unknown;

/** `={{ $json.plan }}` and `={{ $json["Account ID"] }}`: what the editor writes for a dragged column. */
const FIELD = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}]+"\]|\['[^'\\{}]+'\])+)\s*\}\}$/;
const NAME = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g;

/**
 * Compiles expressions that only name fields of the input item, so that they are read without n8n's
 * expression engine, which needs about a millisecond for each: seconds for a table with many columns.
 *
 * @param stored the parameter as the workflow contains it, with everything below it
 * @returns `undefined` when an expression does more than name a field
 */
export function compileExpression(stored: unknown): FieldReader | undefined {
	if (typeof stored === 'string' && stored.startsWith('=')) return fieldReader(stored);
	if (typeof stored !== 'object' || stored === null || !containsExpression(stored))
		return () => stored;
	const readers: Array<[string, FieldReader]> = [];
	for (const [key, value] of Object.entries(stored)) {
		const read = compileExpression(value);
		if (!read) return undefined;
		readers.push([key, read]);
	}
	return (json) => {
		const result: Record<string, unknown> = Array.isArray(stored) ? ([] as never) : {};
		for (const [key, read] of readers) {
			const value = read(json);
			if (value === undefined) return undefined;
			result[key] = value;
		}
		return result;
	};
}

function fieldReader(expression: string): FieldReader | undefined {
	const path = FIELD.exec(expression)?.[1];
	if (path === undefined) return undefined;
	const names = [...path.matchAll(NAME)].map(
		([, bare, double, single]) => bare ?? double ?? single,
	);
	return (json) => {
		let value: unknown = json;
		for (const name of names) {
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

function isPlainObject(value: unknown): value is Record<string, unknown> {
	return Object.prototype.toString.call(value) === '[object Object]';
}

/** n8n marks expressions by an equals sign at the start. */
export function containsExpression(stored: unknown): boolean {
	if (typeof stored === 'string') return stored.startsWith('=');
	return (
		typeof stored === 'object' && stored !== null && Object.values(stored).some(containsExpression)
	);
}

const COLUMN = /\$json(?:\.([A-Za-z_]\w*)|\[\s*"([^"]+)"\s*\]|\[\s*'([^']+)'\s*\])/g;

/**
 * Finds the columns of the input that the expressions of all stored parameters but one name.
 *
 * @param stored all parameters of the node
 */
export function columnNamed(
	stored: Record<string, unknown>,
): (parameter: string) => ReadonlySet<string> {
	const known = new Map<string, ReadonlySet<string>>();
	return (parameter) => {
		const named = known.get(parameter) ?? new Set(namedIn({ ...stored, [parameter]: undefined }));
		known.set(parameter, named);
		return named;
	};
}

function namedIn(stored: unknown): string[] {
	if (typeof stored === 'string' && stored.startsWith('=')) {
		return [...stored.matchAll(COLUMN)].map(([, bare, double, single]) => bare ?? double ?? single);
	}
	if (typeof stored !== 'object' || stored === null) return [];
	return Object.values(stored).flatMap(namedIn);
}
