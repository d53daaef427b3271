import ts from 'typescript';

import { filesBelow, isText, read, type Text } from './texts.cts';

/** The bundled library is not ours. This list names what it replaces. */
const LEFT_OUT = ['vendor/markdownIt.js', 'test/docs/words.test.cts'];

/** Names of n8n's own interfaces. */
const NAMES_OF_N8N = ['fieldWords'];

/** The files of code in a folder. */
export function codeIn(folder: string): string[] {
	const files = filesBelow([folder], /\.[cm]?[jt]s$/);
	return files.filter((file) => !LEFT_OUT.some((end) => file.endsWith(end)));
}

/** Comments, declared names and titles of tests; a name as its parts. */
export function namesAndComments(file: string): Text[] {
	const code = read(file);
	const source = ts.createSourceFile(file, code, ts.ScriptTarget.ES2022, true);
	const parts: Text[] = [];
	const add = (position: number, text: string) => {
		const { line } = source.getLineAndCharacterOfPosition(position);
		parts.push({ where: `${file}:${line + 1}`, text });
	};
	const commentsSeen = new Set<number>();
	const visit = (node: ts.Node) => {
		for (const { pos, end } of [
			...(ts.getLeadingCommentRanges(code, node.pos) ?? []),
			...(ts.getTrailingCommentRanges(code, node.end) ?? []),
		]) {
			if (!commentsSeen.has(pos)) add(pos, code.slice(pos, end));
			commentsSeen.add(pos);
		}
		if (isDeclaredName(node)) add(node.getStart(source), splitName(node.text));
		if (isTestTitle(node)) add(node.getStart(source), node.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return parts;
}

function isDeclaredName(node: ts.Node): node is ts.Identifier {
	if (!ts.isIdentifier(node) || ts.isImportSpecifier(node.parent)) return false;
	if (NAMES_OF_N8N.includes(node.text)) return false;
	return (
		(node.parent as { name?: ts.Node }).name === node && !ts.isPropertyAccessExpression(node.parent)
	);
}

function isTestTitle(node: ts.Node): node is ts.StringLiteralLike {
	return (
		ts.isStringLiteralLike(node) &&
		ts.isCallExpression(node.parent) &&
		node.parent.arguments[0] === node &&
		/^(it|test|describe)\b/.test(node.parent.expression.getText())
	);
}

/** `servedAtMs` as `served At Ms`. */
function splitName(name: string): string {
	return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
}

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
