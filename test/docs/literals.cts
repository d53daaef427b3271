import ts from 'typescript';

import { isText, read, type Text } from './texts.cts';

/** What a source file shows to users: its string literals but for stored values and paths of imports. */
export function literalsOf(path: string): Text[] {
	const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
	const found: Text[] = [];
	visit(source);
	return found;

	function visit(node: ts.Node): void {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		const text = textOf(node);
		if (text !== undefined && isText(text)) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			found.push({ where: `${path}:${line + 1}`, text });
		}
		ts.forEachChild(node, visit);
	}
}

/** A template as one text, with `…` for what is put in. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}
