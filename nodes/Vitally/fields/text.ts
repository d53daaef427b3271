import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { Refusal } from '../refusal';

/**
 * A text that the service requires.
 *
 * @param name of the parameter
 * @param label of the field in the editor
 * @throws Refusal when it is empty or no text; numbers are accepted because spreadsheets make them
 */
export function requiredText(item: IExecuteSingleFunctions, name: string, label: string): string {
	const value = item.getNodeParameter(name, '');
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text === 'string' && text.trim() !== '') return text;
	throw new Refusal(
		`The field '${label}' is empty`,
		`Enter a value for '${label}', or check that the expression gives one.`,
	);
}
