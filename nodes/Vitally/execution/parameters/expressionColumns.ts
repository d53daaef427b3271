/** What an expression calls the input item: its fields themselves, or in `$input` below `item` and `json`. */
const ITEM = /(?<![\p{ID_Continue}$])\$(json|data|input)(?![\p{ID_Continue}$])/gu;

const ESCAPED_UNIT = String.raw`\\u(?:[\da-f]{4}|\{[\da-f]{1,6}\})`;
const NAME = String.raw`(?:[\p{ID_Start}$_]|${ESCAPED_UNIT})(?:[\p{ID_Continue}$]|${ESCAPED_UNIT})*`;
const TEXT = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|${'`'}(?:[^${'`'}\\$]|\\.|\$(?!\{))*${'`'}`;

/** A step into an object: `.plan`, `?.plan`, `["Account ID"]` or `[2026]`. */
const STEP = new RegExp(
	String.raw`\s*(?:\??\.\s*(?<name>${NAME})|(?:\?\.\s*)?\[\s*(?:(?<text>${TEXT})|(?<index>\d+))\s*\])`,
	'isuy',
);

/** An escape in a text or a name of JavaScript. */
const ESCAPE = /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[^])/giu;

/** The escapes that are a character of their own; all others are the character after the backslash. */
const ESCAPED_CHARACTERS: Readonly<Record<string, string | undefined>> = {
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
	v: '\v',
	0: '\0',
};

/**
 * Returns the columns of the input item that an expression contains, in every form that JavaScript has for a name that is
 * written out: `$json.Schlüssel`, `$json?.crm`, `$json['kunde\'s id']`, `$input.item.json.crm`, `$data.crm`.
 */
export function columnsInExpression(expression: string): string[] {
	const columns: string[] = [];

	for (const { 0: item, 1: name, index } of expression.matchAll(ITEM)) {
		const path = readPath(expression, index + item.length);
		const fields = name === 'input' ? fieldsOfInput(path) : path;

		columns.push(...fields.slice(0, 1));
	}

	return columns;
}

/** Returns the names of the steps that follow a position, until something else does. */
function readPath(expression: string, start: number): string[] {
	const path: string[] = [];

	STEP.lastIndex = start;

	for (let step = STEP.exec(expression); step; step = STEP.exec(expression)) {
		const { name, text, index = '' } = step.groups as Partial<Record<string, string>>;

		path.push(unescape(name ?? text?.slice(1, -1) ?? String(Number(index))));
	}

	return path;
}

/** The item is in `$input.item.json`. */
function fieldsOfInput([item, json, ...fields]: string[]): string[] {
	return item === 'item' && json === 'json' ? fields : [];
}

function unescape(text: string): string {
	return text.replace(ESCAPE, (escape) => {
		const character = escape.slice(1);
		const [, code] = /^[ux]\{?([\da-f]+)\}?$/i.exec(character) ?? [];
		if (code !== undefined) return characterOf(Number.parseInt(code, 16));

		return ESCAPED_CHARACTERS[character] ?? character;
	});
}

/** Half of a character is one of its own in JavaScript's texts. */
function characterOf(code: number): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
