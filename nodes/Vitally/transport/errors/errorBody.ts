import type { IDataObject } from 'n8n-workflow';

/**
 * The service's own text about a request that it rejected, in full: a key in it must be removed before
 * it is cut.
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

/** A text in one line, cut where it is no message but a page. */
export function shortened(text: string, maxLength: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > maxLength ? `${line.slice(0, maxLength)} …` : line;
}

function readable(text: string): string | undefined {
	const trimmed = text.trim();
	return trimmed === '' || trimmed.startsWith('<') ? undefined : trimmed;
}
