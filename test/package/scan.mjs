// Lints three times in one separate process: jest's NODE_ENV would switch rules off, and loading ESLint is
// slower than linting. Reads { sources, tarball, hidden } and writes what the rules say of each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { ESLint } from 'eslint';

const { sources, tarball, hidden } = JSON.parse(await readAll(process.stdin));

const scannerOf = (cwd) =>
	new ESLint({
		cwd,
		allowInlineConfig: false,
		overrideConfigFile: fileURLToPath(new URL('scan.config.mjs', import.meta.url)),
	});
const findingsOf = (results) =>
	results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, message, ruleId }) => `${filePath}:${line} ${ruleId}: ${message}`),
	);

const unpacked = scannerOf(tarball);
const { file, code } = hidden;
const hiding = readFileSync(join(tarball, file), 'utf8') + code;
console.log(
	JSON.stringify({
		sources: findingsOf(
			await scannerOf(sources).lintFiles(['package.json', '{nodes,credentials}/**/*.{js,ts,json}']),
		),
		tarball: findingsOf(await unpacked.lintFiles(['package.json', '**/*.js'])),
		hidden: findingsOf(await unpacked.lintText(hiding, { filePath: join(tarball, file) })),
	}),
);
