/** A trait variable; with one of the signs of HTML in it, it is text like all other. */
const VARIABLE = /\{\{[^{}<>"&\n]*\}\}/g;

/**
 * Converts a text of which the trait variables, such as `{{account.traits.my_plan}}`, are not to be
 * touched: a character that the text does not have stands for them meanwhile.
 *
 * Source: docs/service.md, Notes
 */
export function keepingVariables(text: string, convert: (text: string) => string): string {
	const variables: string[] = [];
	const mark = unusedCharacter(text);
	const hidden = text.replace(VARIABLE, (variable) => {
		variables.push(variable);
		return `${mark}${variables.length - 1}${mark}`;
	});
	if (variables.length === 0) return convert(text);
	// In addresses the character comes back encoded.
	const either = `(?:${mark}|${encodeURIComponent(mark)})`;
	return convert(hidden).replace(
		new RegExp(`${either}(\\d+)${either}`, 'g'),
		(_, index: string) => variables[Number(index)],
	);
}

/** One for private use: to Markdown it is neither blank nor punctuation. */
function unusedCharacter(text: string): string {
	const used = new Set(text.match(/[\ue000-\uf8ff]/g));
	let code = 0xe000;
	while (used.has(String.fromCharCode(code))) code++;
	return String.fromCharCode(code);
}
