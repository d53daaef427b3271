const { spawnSync } = require('node:child_process');

/** Jest installs nothing: it says what to run where something is missing. */
module.exports = function prepare({ rootDir }) {
	const { status, stderr } = spawnSync(
		process.execPath,
		['scripts/install-missing.mjs', '--check'],
		{ cwd: rootDir, encoding: 'utf8' },
	);
	if (status !== 0) throw new Error(stderr.trim());
};
