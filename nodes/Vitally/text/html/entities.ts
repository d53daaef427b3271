import { markdownParser } from '../markdownParser';

/** An entity that ends as it should, or one that begins like one. */
const ENTITY = /&(?:#(?:x[\da-f]{1,6}|\d{1,7})|[a-z][a-z\d]{1,31});?/gi;

/** Browsers know these without the semicolon, too. */
const WITHOUT_SEMICOLON =
	/^&(?:amp|copy|gt|laquo|lt|middot|nbsp|quot|raquo|reg|[a-z](?:acute|cedil|circ|grave|ring|slash|tilde|uml)|szlig|deg|euro|pound|sect|times|#\w+)$/i;

/** What a name would be a part of: `&lt` in `?a=1&ltv=2` is the name of a parameter. */
const CONTINUES_NAME = /[\w=]/;

const SPACE_WITHOUT_SEMICOLON = /^&nbsp/i;

/** The characters of Windows-1252 that browsers show for the numbers 128 to 159; a space where it has none. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const FIRST_OF_WINDOWS_1252 = 128;

/** Returns the text with its HTML entities as characters, as browsers read them. */
export function decodeEntities(text: string): string {
	return text.replace(ENTITY, (entity, position: number) => {
		const next = text[position + entity.length] ?? '';

		return decodeEntity(entity, next);
	});
}

/** @param next the character after it */
function decodeEntity(entity: string, next: string): string {
	if (!entity.endsWith(';')) {
		if (SPACE_WITHOUT_SEMICOLON.test(entity)) return `\u00a0${entity.slice('&nbsp'.length)}`;
		if (!WITHOUT_SEMICOLON.test(entity) || CONTINUES_NAME.test(next)) return entity;

		return decodeEntity(`${entity};`, '');
	}

	const isNumber = entity[1] === '#';
	if (!isNumber) return markdownParser.utils.unescapeAll(entity);

	const code = Number(/x/i.test(entity) ? `0${entity.slice(2, -1)}` : entity.slice(2, -1));
	const character = WINDOWS_1252[code - FIRST_OF_WINDOWS_1252] ?? ' ';

	return character === ' ' ? markdownParser.utils.unescapeAll(entity) : character;
}
