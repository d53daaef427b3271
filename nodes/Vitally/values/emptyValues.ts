/**
 * What to do with an optional field or trait that was set and is empty: leave it as it is in Vitally,
 * clear it there, or send what stands for nothing in its type.
 */
export type EmptyValues = 'ignore' | 'clear' | 'send';

/** How nothing is said in a type. */
export interface EmptyForm {
	/** What clears the field; `undefined` where the service takes nothing that would. */
	cleared: unknown;
	/** What is sent for an empty text; null where the type has no empty value of its own. */
	blank: unknown;
}

/** Numbers, switches, dates and IDs. */
export const NO_VALUE: EmptyForm = { cleared: null, blank: null };
export const EMPTY_TEXT: EmptyForm = { cleared: null, blank: '' };
/** A list in a body, which null does not clear. */
export const EMPTY_LIST: EmptyForm = { cleared: [], blank: [] };

/** Whether a value is what a blank cell or a missing column gives. 0, false and an empty list are values. */
export function isEmpty(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/**
 * What is sent for an empty value.
 *
 * @returns `undefined` for nothing, so that the service leaves the field as it is
 */
export function emptyValue(rule: EmptyValues, value: unknown, form: EmptyForm): unknown {
	if (rule === 'ignore') return undefined;
	if (rule === 'clear') return form.cleared;
	if (typeof value === 'string') return form.blank === '' ? value : form.blank;
	return form.cleared ?? null;
}
