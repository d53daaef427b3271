import { VitallyError } from './vitallyError';

/** What programs, spreadsheets and AI models write for nothing. */
const NOTHING = ['null', 'NULL', 'undefined'];

/**
 * A word for nothing is no ID, and nothing to look for: it would find no record, or the wrong one.
 *
 * @param text that a user or an AI model gave
 * @param field label of the field in the editor
 * @throws VitallyError for such a word
 */
export function assertNamesSomething(text: string, field: string): void {
	if (!NOTHING.includes(text.trim())) return;
	throw new VitallyError(
		`The value "${text.trim()}" of '${field}' is a word for nothing`,
		`Enter a value for '${field}', or leave the field out if it is optional.`,
		{ field },
	);
}
