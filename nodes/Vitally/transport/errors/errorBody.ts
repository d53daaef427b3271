import type { IDataObject } from 'n8n-workflow';

/** A text longer than this is no message but a page. */
const MAX_LENGTH = 500;

/**
 * What the service itself says about a request that it rejected.
 *
 * The document does not show the error body; `{ "error": "…" }` was seen, `{ "message": "…" }` and
 * lists are tolerated (docs/public-facts.md, 2).
 *
 * @returns the text, or `undefined` when there is none that would help
 */
export function errorText(body: unknown): string | undefined {
	if (typeof body === 'string') return readable(body);
	if (Array.isArray(body)) return readable(body.map(errorText).filter(Boolean).join('; '));
	if (typeof body !== 'object' || body === null) return undefined;
	const { error, message, errors } = body as IDataObject;
	return errorText(error) ?? errorText(message) ?? errorText(errors);
}

function readable(text: string): string | undefined {
	const trimmed = text.trim();
	if (trimmed === '' || trimmed.startsWith('<')) return undefined;
	return trimmed.length > MAX_LENGTH ? `${trimmed.slice(0, MAX_LENGTH)} …` : trimmed;
}
