import { VitallyError } from '../errors/vitallyError';
import { labelOf } from './label';
import { truncateToBytes } from '../values/byteLimits';

/** Bytes of a text in an error. */
const LONGEST_QUOTE = 120;

/** n8n's variables and nodes; Vitally's trait variables have no dollar sign (docs/service.md, Notes). */
const EXPRESSION = /\{\{\s*\$(?:json|input|node|item|now|today|\()/;

/**
 * Whoever types an expression into a field that is set to Fixed would send its text.
 *
 * @param name of the parameter
 * @param stored the parameter as the workflow has it, with all that is below it
 * @throws VitallyError for a text that looks like an expression and is none for n8n
 */
export function assertNoPlainExpression(name: string, stored: unknown): void {
	if (typeof stored === 'object' && stored !== null) {
		for (const [key, value] of Object.entries(stored)) {
			assertNoPlainExpression(isFieldName(key) ? key : name, value);
		}
	}
	if (typeof stored !== 'string' || stored.startsWith('=') || !EXPRESSION.test(stored)) return;
	throw new VitallyError(
		`The expression in '${labelOf(name)}' is not evaluated, because the field is set to Fixed: ${truncateToBytes(stored, LONGEST_QUOTE)}`,
		"Choose 'Expression' above the field, and check the result that n8n shows below it.",
	);
}

/** The parts of a locator and the rows of a list have no label. */
function isFieldName(key: string): boolean {
	return !/^(?:value|mode|__rl|cached\w+|\d+)$/.test(key);
}
