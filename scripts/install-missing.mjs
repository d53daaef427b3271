// Installs the dependencies of the lock file when they are missing or out of date, and nothing otherwise.
// Runs before anything is installed, so it uses Node.js alone.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const lock = readFileSync('package-lock.json', 'utf8');
const installedLock = 'node_modules/.installed-lock.json';

if (!existsSync(installedLock) || readFileSync(installedLock, 'utf8') !== lock) {
	console.log('Installing dependencies (about a minute the first time) ...');
	execFileSync('npm', ['install', '--no-save', '--prefer-offline', '--loglevel=error'], {
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	writeFileSync(installedLock, lock);
}
