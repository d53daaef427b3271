// Installs what is missing or out of date, and nothing otherwise: the packages of the lock file, and the
// nodes of n8n's own that the examples and the tests use. Runs before anything is installed, so it uses
// Node.js alone.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

import { installN8nNodes } from './n8n-nodes.mjs';

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

// npm writes the second file at the end of each installation.
if (changedAt('package-lock.json') > changedAt('node_modules/.package-lock.json')) {
	console.log('Installing dependencies (half a minute the first time) ...');
	execFileSync('npm', ['ci', '--prefer-offline', '--loglevel=error'], {
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
}
installN8nNodes();
