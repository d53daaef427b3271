/**
 * Characters that nobody sees, with which two equal texts differ: such as U+200B, U+00AD, U+FEFF and NUL. The selectors of
 * the look of an emoji are none of them, and blanks are not either.
 */
const INVISIBLE =
	/(?![\uFE00-\uFE0F\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}|(?![\t\n\v\f\r\u0085])\p{Cc}/gu;

/** Blanks that look like a space and are another character, such as U+00A0; the wide one of Japanese texts is seen. */
const LIKE_A_SPACE = /(?![ \u3000])\p{Z}/u;

/** A character that somebody sees. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/** Whether a text is empty, or has only blanks and characters that nobody sees, as cells copied from a web page have them. */
export function showsNothing(text: string): boolean {
	return !VISIBLE.test(text);
}

/** Returns a text without invisible characters. */
export function withoutInvisible(text: string): string {
	return text.replace(INVISIBLE, '');
}

/** Returns the index of the first invisible character, or of one that looks like a space and is none; -1 for none. */
export function findInvisible(text: string): number {
	const index = text.search(INVISIBLE);

	return index === -1 ? text.search(LIKE_A_SPACE) : index;
}
