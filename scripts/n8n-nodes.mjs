// n8n's own nodes that examples, tests and measurements use, out of the package in which n8n brings them.
// For nodes that are not needed here, that package depends on 400 others, half a gigabyte in all. So no
// package.json names it: npm fetches its tarball and checks its hash, and these parts are unpacked.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const PACKAGE = 'n8n-nodes-base@2.41.0';
const SHA512 =
	'tm9Zcy3N1jAvH/Mz4la7S7DL0fZN7BuKyBqqeqfgygZt5vZRO0PeSMrfQT7JKCCetr0wnBizx8lTk8ldted70g==';
const PARTS = [
	'package.json',
	'dist/known/nodes.json',
	'dist/utils',
	'dist/nodes/Filter',
	'dist/nodes/HttpRequest',
	'dist/nodes/If',
	'dist/nodes/ManualTrigger',
	'dist/nodes/Merge',
	'dist/nodes/NoOp',
	'dist/nodes/Set',
	'dist/nodes/StickyNote',
	'dist/nodes/Transform',
];

/** HTTP Request loads these packages for pages in HTML, which nothing here reads: they are empty. */
const EMPTY_PACKAGES = ['@mozilla/readability', 'cheerio', 'html-to-text', 'jsdom'];

/** npm leaves alone what begins with a dot there, and modules in it find the packages of this project. */
const FOLDER = join('node_modules', '.n8n-nodes');

const thisFile = readFileSync(new URL(import.meta.url), 'utf8');

/** Whether the nodes are there, as this file names them. */
export function hasN8nNodes() {
	const installed = join(FOLDER, 'installed.mjs');

	return existsSync(installed) && readFileSync(installed, 'utf8') === thisFile;
}

export function installN8nNodes() {
	rmSync(FOLDER, { recursive: true, force: true });
	const temporary = mkdtempSync(`${FOLDER}-`);
	const options = ['--pack-destination', temporary, '--prefer-offline', '--silent'];

	execFileSync('npm', ['pack', PACKAGE, ...options], {
		stdio: ['ignore', 'ignore', 'inherit'],
		shell: process.platform === 'win32',
	});
	const [tarball] = readdirSync(temporary);
	const hash = createHash('sha512').update(readFileSync(join(temporary, tarball)));
	if (hash.digest('base64') !== SHA512) throw new Error(`${PACKAGE} is not the package it was`);

	const parts = PARTS.map((part) => `package/${part}`);

	execFileSync('tar', ['-xzf', tarball, ...parts], { cwd: temporary });

	for (const name of EMPTY_PACKAGES) {
		const folder = join(temporary, 'package', 'node_modules', name);

		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, 'index.js'), '');
	}

	writeFileSync(join(temporary, 'package', 'installed.mjs'), thisFile);
	renameSync(join(temporary, 'package'), FOLDER);
	rmSync(temporary, { recursive: true });
}
