import { split } from 'sentence-splitter';

/** A sentence or a cell of a table with more words has to be read twice. */
const MAX_WORDS = 28;

/** Reports sentences and cells that are too long; headings are not sentences. */
export function sentenceLength({ Syntax, RuleError, report }) {
	const check = (node, text, unit) => {
		const words = text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
		if (words <= MAX_WORDS) return;

		const start = text.trim().split(/\s+/).slice(0, 5).join(' ');

		report(
			node,
			new RuleError(`${words} words in one ${unit}, at most ${MAX_WORDS}: "${start} …"`),
		);
	};

	return {
		[Syntax.Paragraph](node) {
			for (const { type, raw } of split(textOf(node))) {
				if (type === 'Sentence') check(node, raw, 'sentence');
			}
		},
		[Syntax.TableCell](node) {
			check(node, textOf(node), 'cell');
		},
	};
}

/** Returns the text as a reader sees it: code is one word, and a picture has none. */
function textOf({ type, value, children }) {
	if (type === 'Str') return value.replace(/\s+/g, ' ');
	if (type === 'Code') return 'code';
	if (type === 'Break' || type === 'Html') return ' ';

	return (children ?? []).map(textOf).join('');
}
