/** What is used of markdown-it; the module beside is generated (`npm run generate`). */
export interface Token {
	type: string;
	/** 1 opens, -1 closes, 0 stands alone. */
	nesting: number;
	content: string;
	info: string;
	/** First line, and the one after the last. */
	map: [number, number] | null;
	children: Token[] | null;
	attrGet(name: string): string | null;
}

export class MarkdownIt {
	constructor(options: { html: boolean; breaks: boolean });
	readonly utils: {
		/** Resolves backslash escapes and entities. */
		unescapeAll(text: string): string;
		/** Removes blanks and line ends at both ends, but no other white space. */
		asciiTrim(text: string): string;
		lib: { mdurl: { encode(url: string): string } };
	};
	normalizeLink: (url: string) => string;
	/** Whether a link leads nowhere dangerous, such as `javascript:`. */
	validateLink(url: string): boolean;
	disable(rules: string[]): this;
	parse(text: string, environment: object): Token[];
}
