import { VitallyError } from '../errors/vitallyError';
import { truncateToBytes } from '../values/byteLimits';
import { labelOf } from './fieldLabels';

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
			if (key.startsWith('cachedResult')) continue;

			assertExpressionResolved(isFieldName(key) ? key : name, value);
		}
	}

	if (typeof stored !== 'string') return;

	// What begins with an equals sign is an expression for n8n too.
	const isFixed = !stored.startsWith('=');
	if (!isFixed || !hasExpression(stored)) return;

	throw new VitallyError(
		`The expression in '${labelOf(name)}' is not evaluated, because the field is set to Fixed: ${truncateToBytes(stored, MAX_QUOTE_BYTES)}`,
		"Choose 'Expression' above the field, and check the result that n8n shows below it.",
	);
}

/** Parts of a locator and rows of a list have no label. */
function isFieldName(key: string): boolean {
	return !/^(?:value|mode|__rl|\d+)$/.test(key);
}

/** Whether a text contains something of n8n between two pairs of braces. */
function hasExpression(text: string): boolean {
	const opened = text.split('{{').slice(1);

	return opened.some((part) => {
		const end = part.indexOf('}}');

		return end !== -1 && EXPRESSION.test(part.slice(0, end));
	});
}
