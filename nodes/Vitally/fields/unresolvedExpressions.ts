import { VitallyError } from '../errors/vitallyError';
import { truncateToBytes } from '../values/byteLimits';
import { labelOf } from './label';

const MAX_QUOTE_BYTES = 120;

/** n8n's variables, nodes and functions; Vitally's trait variables have no dollar sign (docs/internal/service.md, Notes). */
const EXPRESSION = /\$[A-Za-z_(]|(?<![.\w])DateTime\b/;

/**
 * Finds expressions in fields that are set to Fixed: their text would be sent.
 *
 * @param name of the parameter
 * @param stored value of the parameter in the workflow, nested values included
 * @throws VitallyError for a text that looks like an expression but is not one for n8n
 */
export function assertExpressionResolved(name: string, stored: unknown): void {
	if (typeof stored === 'object' && stored !== null) {
		for (const [key, value] of Object.entries(stored)) {
			// Name and address of the record that was picked from a list are not sent.
			if (!key.startsWith('cachedResult'))
				assertExpressionResolved(isFieldName(key) ? key : name, value);
		}
	}
	if (typeof stored !== 'string' || stored.startsWith('=') || !hasExpression(stored)) return;
	throw new VitallyError(
		`The expression in '${labelOf(name)}' is not evaluated, because the field is set to Fixed: ${truncateToBytes(stored, MAX_QUOTE_BYTES)}`,
		"Choose 'Expression' above the field, and check the result that n8n shows below it.",
	);
}

/** Whether a text contains an expression between `{{` and `}}`. */
function hasExpression(text: string): boolean {
	return text
		.split('{{')
		.slice(1)
		.some((part) => part.includes('}}') && EXPRESSION.test(part.slice(0, part.indexOf('}}'))));
}

/** Parts of a locator and rows of a list have no label. */
function isFieldName(key: string): boolean {
	return !/^(?:value|mode|__rl|\d+)$/.test(key);
}
