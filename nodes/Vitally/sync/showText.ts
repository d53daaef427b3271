/** Marks of the texts of changes, and blanks at an end: text that has any is quoted. */
const NEEDS_QUOTES = /[;→"]|, |: |^[[{]|^–$|^\s|\s$|^$/;

/** Control characters, those that turn the direction of text, and all others that show nothing. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Text as a person reads it in the middle of other text: as it is, or as a JSON string where it contains a mark of
 * that text or a character that cannot be seen.
 */
export function showText(text: string): string {
	const shown = escapeUnseen(JSON.stringify(text));
	const isPlain = !NEEDS_QUOTES.test(text) && escapeUnseen(text) === text;

	return isPlain ? text : shown;
}

/** Replaces each character that cannot be seen by its escape of JSON. */
export function escapeUnseen(text: string): string {
	return text.replace(UNSEEN, (character) => (character === ' ' ? ' ' : escapeOf(character)));
}

function escapeOf(character: string): string {
	// A character has an escape for each of its UTF-16 code units, as in JSON.
	const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));

	return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
