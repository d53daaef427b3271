import { VitallyError } from '../errors/vitallyError';
import { truncateToBytes } from '../values/byteLimits';
import { labelOf } from './label';

const MAX_QUOTE_BYTES = 120;

/** n8n's variables and nodes; Vitally's trait variables have no dollar sign (docs/internal/service.md, Notes). */
const EXPRESSION = /\{\{\s*\$(?:json|input|node|item|now|today|\()/;

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
			assertExpressionResolved(isFieldName(key) ? key : name, value);
		}
	}
	if (typeof stored !== 'string' || stored.startsWith('=') || !EXPRESSION.test(stored)) return;
	throw new VitallyError(
		`The expression in '${labelOf(name)}' is not evaluated, because the field is set to Fixed: ${truncateToBytes(stored, MAX_QUOTE_BYTES)}`,
		"Choose 'Expression' above the field, and check the result that n8n shows below it.",
	);
}

/** Parts of a locator and rows of a list have no label. */
function isFieldName(key: string): boolean {
	return !/^(?:value|mode|__rl|cached\w+|\d+)$/.test(key);
}
