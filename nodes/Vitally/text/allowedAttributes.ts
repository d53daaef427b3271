/** Attributes that Vitally keeps, by tag (docs/internal/service.md, HTML allow list). */
export const ALLOWED_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
	['a', ['href', 'name', 'target']],
	['img', ['src', 'alt', 'width', 'height']],
	...['p', 'div', 'br', 'ul', 'ol', 'nl', 'li', 'b', 'u', 'i', 'strong', 'em', 'code'].map(
		(tag): [string, string[]] => [tag, []],
	),
]);
