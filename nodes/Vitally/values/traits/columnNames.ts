import { withoutInvisible } from '../invisibleCharacters';
import { traitKeyOf } from './traitName';

/** What spreadsheets are read with where a column has no name, and what n8n's Google Sheets adds. */
const UNNAMED = /^(?:__EMPTY(?:_\d+)?)?$/;

const OF_N8N = new Set(['row_number']);

/**
 * Returns the name of a column as mapping reads it, without what a file adds by mistake: blanks around it, line breaks and
 * invisible characters such as a byte order mark. A column `traits.plan` is that of the trait `plan`.
 */
export function nameOfColumn(column: string): string {
	const name = cleanName(column);

	return traitKeyOf(name) ?? name;
}

/** Whether a column is named `traits.<key>`, as records have it in the output. */
export function namesTrait(column: string): boolean {
	return traitKeyOf(cleanName(column)) !== undefined;
}

function cleanName(column: string): string {
	return withoutInvisible(column).replace(/\s+/g, ' ').trim();
}

/** Returns why a column can be no trait, or `undefined`. */
export function whyNoTrait(column: string): string | undefined {
	if (UNNAMED.test(nameOfColumn(column))) return 'it has no name';

	return OF_N8N.has(column) ? 'n8n adds it' : undefined;
}
