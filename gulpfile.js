const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Removes the last build, so that a renamed file leaves nothing behind. */
exports.clean = () => rm('dist', { recursive: true, force: true });

/** Copies what the compiler does not emit: icons, codex files, output schemas and bundled packages. */
exports.assets = () =>
	src(['{nodes,credentials}/**/*.{svg,png}', 'nodes/**/*.{js,json}'], {
		encoding: false,
		base: '.',
	}).pipe(dest('dist'));
