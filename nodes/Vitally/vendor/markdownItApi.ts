/** The API of markdown-it that is used; `markdownIt.js`, which has it, is generated (`npm run generate`). */
export interface Token {
	type: string;
	tag: string;
	content: string;
	info: string;
	/** What marks it in the text: of an item, the sign behind its number. */
	markup: string;
	/** First line, and the line after the last. */
	map: [number, number] | null;
	children: Token[] | null;
	/** How many blocks it is in. */
	level: number;
	attrGet(name: string): string | null;
}

interface CoreState {
	tokens: Token[];
}

export interface MarkdownIt {
	readonly utils: {
		/** Resolves backslash escapes and entities. */
		unescapeAll(text: string): string;
		/** Removes spaces and line ends at both ends, but no other white space. */
		asciiTrim(text: string): string;
		lib: { mdurl: { encode(url: string): string } };
	};
	readonly renderer: {
		/** Each returns the HTML of one token. */
		rules: Record<
			string,
			(tokens: Token[], index: number, options: object, context: object) => string
		>;
		/** Passes the context to each rule. */
		render(tokens: Token[], options: object, context: object): string;
		/** Text without markup, for the alternative text of an image. */
		renderInlineAsText(tokens: Token[], options: object, context: object): string;
	};
	normalizeLink: (url: string) => string;
	/** Whether a link is not dangerous, such as `javascript:`. */
	validateLink(url: string): boolean;
	readonly options: object;
	readonly core: {
		State: new (text: string, parser: MarkdownIt, context: object) => CoreState;
		/** They normalize the text, read its blocks, and then what is in each of them. */
		ruler: { getRules(chain: ''): Array<(state: CoreState) => void> };
	};
}

export type MarkdownItConstructor = new (options: { html: boolean }) => MarkdownIt;
