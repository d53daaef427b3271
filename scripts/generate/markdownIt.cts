import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildSync } from 'esbuild';

const MODULES = 'node_modules/';

/**
 * markdown-it and what it needs as one CommonJS module, with the licenses of all of them at its head: the
 * published package has no dependencies, and n8n's rules let nodes import relative paths alone.
 */
export function bundledMarkdownIt(root: string): string {
	const { outputFiles, metafile } = buildSync({
		absWorkingDir: root,
		stdin: { contents: "export { default as MarkdownIt } from 'markdown-it';", resolveDir: root },
		bundle: true,
		write: false,
		metafile: true,
		format: 'cjs',
		platform: 'neutral',
		mainFields: ['module', 'main'],
		target: 'es2022',
		// The paths of files in comments would differ from machine to machine.
		minifyWhitespace: true,
		legalComments: 'none',
		lineLimit: 2000,
	});
	const packages = Object.keys(metafile.inputs)
		.filter((path) => path.includes(MODULES))
		.map((path) => path.slice(path.lastIndexOf(MODULES) + MODULES.length).split('/')[0]);
	const licenses = [...new Set(packages)].sort().map((name) => licenseOf(root, name));
	return `${licenses.join('\n')}\n${outputFiles[0].text}`;
}

function licenseOf(root: string, name: string): string {
	const folder = join(root, MODULES, name);
	const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
	if (!file) throw new Error(`${name} has no license`);
	return `/*! ${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n*/`;
}
