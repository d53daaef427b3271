import { VitallyError } from '../errors/vitallyError';

/**
 * Above 2^53 JavaScript rounds whole numbers, which would change an ID.
 *
 * @param field label of the field, for the error text
 * @throws VitallyError for such a number
 */
export function assertSafeInteger(value: unknown, field: string): void {
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return;
	throw new VitallyError(
		`The value of '${field}' is a number that has lost digits`,
		'Numbers above 9007199254740991 are rounded before they get here. Let the expression return the value as text.',
		{ field },
	);
}
