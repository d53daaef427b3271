import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { truncateToBytes } from '../values/byteLimits';
import {
	fieldsBelow,
	findShownField,
	labelOfParameter,
	type StoredParameters,
} from './shownFields';

const MAX_QUOTE_BYTES = 120;

/** n8n's variables, nodes and functions; Vitally's trait variables have no dollar sign (docs/internal/service.md, Notes). */
const EXPRESSION = /\$[A-Za-z_(]|(?<![.\w])DateTime\b/;

/** A field as the editor shows it, with the fields in it. */
interface ShownField {
	label: string;
	fields: readonly INodeProperties[];
}

/**
 * Finds expressions in fields that are set to Fixed: their text would be sent.
 *
 * @param name of the parameter; values in it are checked too
 * @throws VitallyError for a text that looks like an expression but is not one for n8n
 */
export function assertExpressionResolved(parameters: StoredParameters, name: string): void {
	const { fields, stored } = parameters;
	const field = findShownField(fields, name, stored);
	const label = labelOfParameter(parameters, name);

	assertFixed(stored[name], { label, fields: field ? fieldsBelow(field) : [] });
}

function assertFixed(value: unknown, { label, fields }: ShownField): void {
	if (typeof value === 'string') assertNoExpression(value, label);
	if (typeof value !== 'object' || value === null) return;

	for (const [key, inner] of Object.entries(value)) {
		// Name and address of the record that was picked from a list are not sent.
		if (key.startsWith('cachedResult')) continue;

		const field = findShownField(fields, key, value as Record<string, unknown>);
		// Parts of a locator and columns of the mapper have the label of the field.
		const shown = field
			? { label: field.displayName, fields: fieldsBelow(field) }
			: { label, fields };

		assertFixed(inner, shown);
	}
}

function assertNoExpression(text: string, label: string): void {
	// What begins with an equals sign is an expression for n8n too.
	const isFixed = !text.startsWith('=');
	if (!isFixed || !hasExpression(text)) return;

	throw new VitallyError(
		`The expression in '${label}' is not evaluated, because the field is set to Fixed: ${truncateToBytes(text, MAX_QUOTE_BYTES)}`,
		"Choose 'Expression' above the field, and check the result that n8n shows below it.",
	);
}

/** Whether a text contains something of n8n between two pairs of braces. */
function hasExpression(text: string): boolean {
	const opened = text.split('{{').slice(1);

	return opened.some((part) => {
		const end = part.indexOf('}}');

		return end !== -1 && EXPRESSION.test(part.slice(0, end));
	});
}
