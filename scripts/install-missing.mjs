// Installs what is missing or out of date, and nothing otherwise: the packages of the lock file, and the
// nodes of n8n's own that the examples and the tests use. Runs before anything is installed, so it uses
// Node.js alone.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { installN8nNodes } from './n8n-nodes.mjs';

const lock = readFileSync('package-lock.json', 'utf8');
const installedLock = 'node_modules/.installed-lock.json';

if (!existsSync(installedLock) || readFileSync(installedLock, 'utf8') !== lock) {
	console.log('Installing dependencies (half a minute the first time) ...');
	execFileSync('npm', ['ci', '--prefer-offline', '--loglevel=error'], {
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	writeFileSync(installedLock, lock);
}
installN8nNodes();
