import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { startScan } from '../../nodes/Vitally/trigger/scan';

const FOLDER = join(__dirname, '../../nodes/Vitally/trigger');

/** A deliberate bug: in `file`, the one place that reads `text` reads `instead`. */
export interface Bug {
	file: string;
	text: string;
	instead: string;
}

const sources = new Map(
	readdirSync(FOLDER).map((name) => [
		name.replace(/\.ts$/, ''),
		readFileSync(join(FOLDER, name), 'utf8'),
	]),
);

const compile = (source: string) =>
	ts.transpileModule(source, {
		compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
	}).outputText;

const compiled = new Map([...sources].map(([name, source]) => [name, compile(source)]));

/** The change feed, compiled with the bug in it. */
export function withBug({ file, text, instead }: Bug): typeof startScan {
	const source = sources.get(file) ?? '';
	assert.equal(source.split(text).length, 2, `${file}.ts must hold this once: ${text}`);
	const variant = new Map(compiled).set(file, compile(source.replace(text, () => instead)));
	const loaded = new Map<string, object>();
	const load = (path: string): object => {
		const name = path.replace('./', '');
		const known = loaded.get(name);
		if (known) return known;
		const exports = {};
		loaded.set(name, exports);
		new Function('exports', 'require', variant.get(name) ?? '')(exports, load);
		return exports;
	};
	return (load('./scan') as { startScan: typeof startScan }).startScan;
}
