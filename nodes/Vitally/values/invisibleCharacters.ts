/**
 * Characters that nobody sees, with which two equal texts differ: such as U+200B, U+00AD, U+FEFF and NUL. The selectors of
 * the look of an emoji are none of them, and blanks are not either.
 */
const INVISIBLE =
	/(?![\uFE00-\uFE0F\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}|(?![\t\n\v\f\r\u0085])\p{Cc}/gu;

/** Returns a text without invisible characters. */
export function withoutInvisible(text: string): string {
	return text.replace(INVISIBLE, '');
}

/** Returns the index of the first invisible character; -1 for none. */
export function findInvisible(text: string): number {
	return text.search(INVISIBLE);
}
