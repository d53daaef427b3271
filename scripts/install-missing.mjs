// Installs what is missing or out of date, and nothing otherwise: the packages of the lock file, and the
// nodes of n8n's own that the examples and the tests use. With --check it installs nothing and says what to
// run. Runs before anything is installed, so it uses Node.js alone.
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import { hasN8nNodes, installN8nNodes } from './n8n-nodes.mjs';

const COMMAND = '`node scripts/install-missing.mjs`';

/** npm lists here what it installed, at the end of each installation. */
const INSTALLED = 'node_modules/.package-lock.json';

if (!hasPackages() || !hasN8nNodes()) {
	const isLink = lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink();

	if (isLink) {
		const owner = dirname(realpathSync('node_modules'));

		fail(`node_modules is a link and out of date: run ${COMMAND} in ${owner}, or remove the link.`);
	} else if (process.argv.includes('--check')) {
		fail(`Packages are missing or out of date: run ${COMMAND}.`);
	} else {
		install();
	}
}

/** Compares content and not times: a checkout and a restored cache set times. */
function hasPackages() {
	const installed = packagesOf(INSTALLED);

	return Object.entries(packagesOf('package-lock.json'))
		.filter(([path]) => path !== '')
		.every(([path, { version, optional }]) =>
			// What is optional is installed on the platforms that it is for.
			installed[path] ? installed[path].version === version : optional,
		);
}

function packagesOf(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function install() {
	if (!hasPackages()) {
		console.log('Installing dependencies (half a minute the first time) ...');
		// `npm ci` would first delete everything that is there.
		const command = existsSync('node_modules') ? ['install', '--no-save'] : ['ci'];

		// Until the end of the installation nothing is installed.
		rmSync(INSTALLED, { force: true });
		execFileSync('npm', [...command, '--prefer-offline', '--loglevel=error'], {
			stdio: 'inherit',
			shell: process.platform === 'win32',
		});
	}

	if (!hasN8nNodes()) installN8nNodes();
}

function fail(message) {
	console.error(message);
	process.exitCode = 1;
}
