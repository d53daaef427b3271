/**
 * n8n's editor shows hints, and the titles and descriptions of errors, as HTML. Whatever they quote of a file, of Vitally
 * or of a model is shown as it is written, and never becomes an element of the page: every hint passes `hintText`, and
 * every error `errorText`. Their types are how a text says that it has passed.
 */
declare const kind: unique symbol;

export type HintText = string & { readonly [kind]: 'hint' };
export type ErrorText = string & { readonly [kind]: 'error' };

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns a text for a hint above the output, which only the editor shows: with its markup escaped. */
export function hintText(text: string): HintText {
	return text.replace(/[&<>]/g, (character) => ENTITIES[character]) as HintText;
}

/**
 * Returns a text for the title or the description of an error. Workflows read these as plain text too, so nothing is
 * escaped. Every `<` becomes `‹`: of a description, n8n drops whatever stands between `<` and `>`, with a blank too.
 */
export function errorText(text: string): ErrorText {
	return text.replaceAll('<', '‹') as ErrorText;
}
