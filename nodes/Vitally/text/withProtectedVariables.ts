/** A trait variable; with a special character of HTML it is plain text. */
const VARIABLE = /\{\{[^{}<>"&\n]*\}\}/g;

/**
 * Converts a text without changing its trait variables, such as `{{account.traits.my_plan}}`: during the
 * conversion each is replaced by its number between two characters that do not occur in the text.
 *
 * Source: docs/internal/service.md, Notes
 */
export function withProtectedVariables(text: string, convert: (text: string) => string): string {
	const variables: string[] = [];
	const mark = findUnusedCharacter(text);
	const hidden = text.replace(VARIABLE, (variable) => {
		variables.push(variable);
		return `${mark}${variables.length - 1}${mark}`;
	});
	if (variables.length === 0) return convert(text);
	// In addresses the character is percent-encoded.
	const either = `(?:${mark}|${encodeURIComponent(mark)})`;
	return convert(hidden).replace(
		new RegExp(`${either}(\\d+)${either}`, 'g'),
		(_, index: string) => variables[Number(index)],
	);
}

/** A character for private use, which Markdown reads neither as space nor as punctuation. */
function findUnusedCharacter(text: string): string {
	const used = new Set(text.match(/[\ue000-\uf8ff]/g));
	let code = 0xe000;
	while (used.has(String.fromCharCode(code))) code++;
	return String.fromCharCode(code);
}
