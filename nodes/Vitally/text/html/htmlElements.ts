/** The attributes that Vitally keeps, by tag (docs/internal/service.md, HTML allow list). */
export const ALLOWED_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
	['a', ['href', 'name', 'target']],
	['img', ['src', 'alt', 'width', 'height']],
	['p', []],
	['div', []],
	['br', []],
	['ul', []],
	['ol', []],
	['nl', []],
	['li', []],
	['b', []],
	['u', []],
	['i', []],
	['strong', []],
	['em', []],
	['code', []],
]);

/** The elements of HTML that Vitally does not keep. */
const OTHER_ELEMENTS = new Set(
	(
		'abbr acronym address article aside audio base bdi bdo big blockquote body button canvas caption center cite col ' +
		'colgroup data datalist dd del details dfn dialog dir dl dt embed fieldset figcaption figure font footer ' +
		'form h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe input ins kbd label legend link main map mark ' +
		'menu meta meter nav nobr noscript object optgroup option output picture pre progress q rp rt ruby s samp ' +
		'script section select slot small source span strike style sub summary sup svg table tbody td template ' +
		'textarea tfoot th thead time title tr track tt var video wbr ' +
		// Google Sheets wraps in it what is copied.
		'google-sheets-html-origin'
	).split(' '),
);

/** Elements that Vitally keeps, and that begin and end a line. */
export const KEPT_BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'ul', 'ol', 'nl', 'li']);

/** All elements that begin and end a line. */
export const BLOCKS: ReadonlySet<string> = new Set([
	...KEPT_BLOCKS,
	...(
		'address article aside blockquote body caption center dd details dialog dl dt fieldset figcaption figure ' +
		'footer form h1 h2 h3 h4 h5 h6 head header hgroup html legend main nav optgroup option pre section ' +
		'select summary table tbody td template textarea tfoot th thead title tr'
	).split(' '),
]);

/** Elements that Word and Outlook add to HTML, such as `<o:p>`. */
const OFFICE_ELEMENT = /^(?:[movwx]|st\d):[a-z]+$/;

/** A comment, a declaration, or the name of a tag, at the start of a text. */
const START_OF_HTML = /^\s*<(?:!--|!doctype\b|\/?([a-z][a-z0-9:-]*)(?=[\s/>]))/i;

/**
 * Returns whether a name is that of an HTML element: `<name>` in a formula is text.
 *
 * @param name in lower case
 */
export function isHtmlElement(name: string): boolean {
	return ALLOWED_ATTRIBUTES.has(name) || OTHER_ELEMENTS.has(name) || OFFICE_ELEMENT.test(name);
}

/** Returns whether a text begins with an HTML element, a comment or a declaration. */
export function startsWithHtml(text: string): boolean {
	const start = START_OF_HTML.exec(text);
	if (!start) return false;

	const [, tagName] = start;

	return tagName === undefined || isHtmlElement(tagName.toLowerCase());
}
