import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import type { openScan } from '../../../nodes/Vitally/trigger/feed/openScan';

const FOLDER = join(__dirname, '../../../nodes/Vitally/trigger/feed');

/** A deliberate bug: in `file`, the one place that reads `text` reads `instead`. */
export interface Bug {
	/** Path in the folder of the feed, without `.ts`. */
	file: string;
	text: string;
	instead: string;
}

const sources = new Map(
	readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.map((path) => [
			path.replaceAll('\\', '/').replace(/\.ts$/, ''),
			readFileSync(join(FOLDER, path), 'utf8'),
		]),
);

const compile = (source: string) =>
	ts.transpileModule(source, {
		compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
	}).outputText;

const compiled = new Map([...sources].map(([file, source]) => [file, compile(source)]));

/** Not a bug: room for the names of two segments, so that simulations get to the bound. */
export const ROOM_FOR_TWO: Bug = {
	file: 'detectors/rememberedSegments',
	text: 'this.size + growth > SEGMENTS_LIMIT && !isNeeded',
	instead: 'this.places.size > 1',
};

/** The change feed, compiled with the bugs in it. */
export function mutantOf(...bugs: Bug[]): typeof openScan {
	const changed = new Map(sources);
	for (const { file, text, instead } of bugs) {
		const source = changed.get(file) ?? '';
		assert.equal(source.split(text).length, 2, `${file}.ts must hold this once: ${text}`);
		changed.set(
			file,
			source.replace(text, () => instead),
		);
	}
	const mutant = new Map(compiled);
	for (const { file } of bugs) mutant.set(file, compile(changed.get(file) ?? ''));
	const loaded = new Map<string, object>();
	const load = (path: string): object => {
		const before = loaded.get(path);
		if (before) return before;
		const code = mutant.get(path);
		assert.ok(code, `the feed imports from its own folder only, not ${path}`);
		const exports = {};
		loaded.set(path, exports);
		const require = (to: string) => load(posix.join(posix.dirname(path), to));
		new Function('exports', 'require', code)(exports, require);
		return exports;
	};
	return (load('openScan') as { openScan: typeof openScan }).openScan;
}
