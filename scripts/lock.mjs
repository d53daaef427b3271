// `npm run lock`, after a change of dependencies: removes from the lock file what some packages name and
// nothing here ever loads, two thirds of all that would be installed. The lock file that npm writes works
// as well, but is slower to install.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const NEVER_LOADED = {
	// For the AI templates of `n8n-node new`: LangChain and what it brings.
	'@n8n/node-cli': ['@n8n/ai-node-sdk'],
	// For an n8n that keeps binary data in a cloud.
	'@n8n/blob-storage': ['@aws-sdk/client-s3', '@azure/identity', '@azure/storage-blob'],
	// For an n8n that reports its errors to n8n.
	'n8n-core': ['@sentry/core', '@sentry/node', '@sentry/node-native', '@sentry/profiling-node'],
	'n8n-workflow': ['@sentry/node'],
};

const npm = (...args) =>
	execFileSync('npm', [...args, '--package-lock-only', '--loglevel=error'], {
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});

npm('install');
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [path, { dependencies }] of Object.entries(lock.packages)) {
	const [, name] = path.split(/.*node_modules\//);
	for (const dependency of NEVER_LOADED[name] ?? []) delete dependencies[dependency];
}
writeFileSync('package-lock.json', JSON.stringify(lock, undefined, '\t'));
// Removes packages without a dependent, then moves nested ones up where a place became free.
npm('prune');
npm('dedupe');
