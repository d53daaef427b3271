import type { Token } from './markdownIt';

/** A token with all that stands between it and the one that closes it. */
export interface Branch {
	/** Without the `_open` of the token. */
	type: string;
	token: Token;
	children: Branch[];
}

/** The tree that a flat list of tokens stands for. */
export function tokenTree(tokens: Token[]): Branch[] {
	const root: Branch[] = [];
	const open = [root];
	for (const token of tokens) {
		if (token.nesting < 0) {
			open.pop();
			continue;
		}
		const children = tokenTree(token.children ?? []);
		const branch = { type: token.type.replace(/_open$/, ''), token, children };
		open[open.length - 1].push(branch);
		if (token.nesting > 0) open.push(branch.children);
	}
	return root;
}
