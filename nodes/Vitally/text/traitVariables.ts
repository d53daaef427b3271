/** A trait variable; with a line break or a special character of HTML it is plain text. */
const VARIABLE = /\{\{[^{}<>"&\r\n]*\}\}/g;

/** A noncharacter of Unicode, which Markdown reads neither as space nor as punctuation. */
const MARK = '\ufdd6';

/** The mark as it is in text, or percent-encoded as in addresses. */
const EITHER_MARK = `(?:${MARK}|${encodeURIComponent(MARK)})`;

/** What stands for a variable during the conversion: its number between two marks. */
const PLACEHOLDER = new RegExp(`${EITHER_MARK}(\\d+)${EITHER_MARK}`, 'g');

/**
 * Converts a text without changing its trait variables, such as `{{account.traits.my_plan}}`: during the
 * conversion each is replaced by its number between two marks.
 *
 * @param convert the conversion, in steps; it receives the text with placeholders for the variables
 * @returns the converted text with the variables
 * Source: docs/internal/service.md, Notes
 */
export function* convertAroundVariables(
	text: string,
	convert: (text: string) => Generator<void, string>,
): Generator<void, string> {
	const variables: string[] = [];
	// A mark of the text itself would be read as part of a placeholder.
	const withPlaceholders = text.replaceAll(MARK, '').replace(VARIABLE, (variable) => {
		variables.push(variable);

		return `${MARK}${variables.length - 1}${MARK}`;
	});

	yield;
	const converted = yield* convert(withPlaceholders);

	yield;

	return converted.replace(
		PLACEHOLDER,
		(placeholder, index: string) => variables[Number(index)] ?? placeholder,
	);
}
