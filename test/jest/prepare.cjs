const { spawnSync } = require('node:child_process');

/** Ends the run and says what to install where something is missing: Jest installs nothing. */
module.exports = function prepare({ rootDir }) {
	const check = spawnSync(process.execPath, ['scripts/install-missing.mjs', '--check'], {
		cwd: rootDir,
		encoding: 'utf8',
	});
	if (check.status !== 0) throw new Error(check.stderr.trim());
};
