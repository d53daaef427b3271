const { execFileSync } = require('node:child_process');
const { readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const SOURCES = ['nodes', 'credentials', 'tsconfig.json', 'gulpfile.js'];
const { nodes, credentials } = require('../../package.json').n8n;

/**
 * n8n's engine loads the nodes from dist/, so it is built where it is missing or older than a source. n8n's
 * own nodes are installed where they are missing.
 */
module.exports = function prepare({ rootDir }) {
	execFileSync(process.execPath, ['scripts/install-missing.mjs'], {
		cwd: rootDir,
		stdio: 'inherit',
	});
	// All of them: a build that was interrupted leaves some.
	const times = [...nodes, ...credentials].map(
		(path) => statSync(join(rootDir, path), { throwIfNoEntry: false })?.mtimeMs ?? 0,
	);
	const built = Math.min(...times);
	const isNewer = (path) => {
		const stats = statSync(path);
		if (stats.mtimeMs > built) return true;
		return stats.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name)));
	};
	if (!SOURCES.some((source) => isNewer(join(rootDir, source)))) return;
	console.log('dist/ is older than its sources, so it is built first.');
	execFileSync('npm', ['run', 'build', '--silent'], {
		cwd: rootDir,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
};
