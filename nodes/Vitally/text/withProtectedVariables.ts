/** A trait variable; with a special character of HTML it is plain text. */
const VARIABLE = /\{\{[^{}<>"&\n]*\}\}/g;

/** A noncharacter of Unicode, which Markdown reads neither as space nor as punctuation. */
const MARK = '\ufdd6';

/** In addresses the mark is percent-encoded. */
const EITHER_MARK = `(?:${MARK}|${encodeURIComponent(MARK)})`;
const HIDDEN = new RegExp(`${EITHER_MARK}(\\d+)${EITHER_MARK}`, 'g');

/**
 * Converts a text without changing its trait variables, such as `{{account.traits.my_plan}}`: during the
 * conversion each is replaced by its number between two marks.
 *
 * Source: docs/internal/service.md, Notes
 */
export function* withProtectedVariables(
	text: string,
	convert: (text: string) => Generator<void, string>,
): Generator<void, string> {
	const variables: string[] = [];
	const hidden = text.replaceAll(MARK, '').replace(VARIABLE, (variable) => {
		variables.push(variable);

		return `${MARK}${variables.length - 1}${MARK}`;
	});

	return (yield* convert(hidden)).replace(
		HIDDEN,
		(hiddenVariable, index: string) => variables[Number(index)] ?? hiddenVariable,
	);
}
