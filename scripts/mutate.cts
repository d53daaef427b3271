import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import type { createScan } from '../nodes/Vitally/trigger/scan/createScan';
import {
	commandSequences,
	SEGMENT_TRIGGERS,
	TRIGGERS,
} from '../test/trigger/scan/commandSequence.cts';
import { runSequence } from '../test/trigger/scan/simulation.cts';

/**
 * `npm run mutate`, or `npm run mutate -- gapReader` for files of that name: builds one small bug after
 * another into the trigger's scan, and prints those that its simulations do not find. Such a bug is in code
 * that no simulation reaches, or that has no effect on events. `HISTORIES=10` looks ten times as long.
 */
const FOLDER = join(__dirname, '../nodes/Vitally/trigger/scan');

const RUNS = 60 * Number(process.env.HISTORIES ?? 1);

const CASES = [
	...[...TRIGGERS, ...SEGMENT_TRIGGERS].map((triggerOn) => commandSequences(triggerOn, false)),
	commandSequences('accountUpdated', true),
	commandSequences('accountUpdated', 'condition'),
	commandSequences('npsResponseUpdated', 'condition'),
];

interface Mutation {
	start: number;
	end: number;
	instead: string;
}

const OPERATORS: Record<string, string> = {
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'===': '!==',
	'!==': '===',
	'&&': '||',
	'||': '&&',
	'+': '-',
	'-': '+',
};

/** One bug for each comparison, sum, condition and statement that is a call or an assignment. */
function mutationsOf(source: ts.SourceFile): Mutation[] {
	const mutations: Mutation[] = [];
	const replace = (node: ts.Node, instead: string) =>
		mutations.push({ start: node.getStart(source), end: node.end, instead });
	const visit = (node: ts.Node): void => {
		if (ts.isBinaryExpression(node)) {
			const operator = OPERATORS[node.operatorToken.getText(source)];
			if (operator) replace(node.operatorToken, operator);
		}
		if (ts.isIfStatement(node)) {
			replace(node.expression, 'false');
			replace(node.expression, 'true');
		}
		if (ts.isExpressionStatement(node)) replace(node, ';');
		if (ts.isConditionalExpression(node))
			replace(node.condition, `!(${node.condition.getText(source)})`);
		if (ts.isNumericLiteral(node) && Number(node.text) < 10) replace(node, `(${node.text} + 1)`);
		if (!ts.isImportDeclaration(node) && !ts.isTypeNode(node)) ts.forEachChild(node, visit);
	};
	visit(source);
	return mutations;
}

const compile = (source: string) =>
	ts.transpileModule(source, {
		compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
	}).outputText;

const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => file.replaceAll('\\', '/').replace(/\.ts$/, ''));
const sources = new Map(
	names.map((name) => [name, readFileSync(join(FOLDER, `${name}.ts`), 'utf8')]),
);
const compiled = new Map([...sources].map(([name, source]) => [name, compile(source)]));

/** The scan with one of its files in another version. */
function scanWith(changed: string, code: string): typeof createScan {
	const loaded = new Map<string, object>();
	const load = (name: string): object => {
		const before = loaded.get(name);
		if (before) return before;
		const exports = {};
		loaded.set(name, exports);
		const text = name === changed ? code : (compiled.get(name) ?? '');
		new Function('exports', 'require', text)(exports, (path: string) =>
			load(posix.join(posix.dirname(name), path)),
		);
		return exports;
	};
	return (load('createScan') as { createScan: typeof createScan }).createScan;
}

function isFound(open: typeof createScan): boolean {
	return CASES.some((sequences) => {
		const property = fc.property(sequences, (sequence) => void runSequence(open, sequence));
		return fc.check(property, { numRuns: RUNS, seed: 1, endOnFailure: true }).failed;
	});
}

let [found, survived] = [0, 0];
for (const [name, text] of sources) {
	if (!process.argv.slice(2).every((part) => name.includes(part))) continue;
	const source = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
	for (const { start, end, instead } of mutationsOf(source)) {
		if (isFound(scanWith(name, compile(text.slice(0, start) + instead + text.slice(end))))) {
			found++;
			continue;
		}
		survived++;
		const line = source.getLineAndCharacterOfPosition(start).line + 1;
		console.log(`${name}.ts:${line}  ${text.slice(start, end).split('\n')[0]}  ->  ${instead}`);
	}
}
console.log(`${found} bugs found, ${survived} not`);
