const { rm } = require('node:fs/promises');
const { dest, series, src } = require('gulp');

/** Removes the last build, so that a renamed file leaves nothing behind. */
const clean = () => rm('dist', { recursive: true, force: true });

/** Copies what the compiler does not emit: icons and output schemas. */
const assets = () =>
	// A folder in front of each pattern: with braces there, all of node_modules would be searched.
	src(['nodes/**/*.{png,svg}', 'nodes/**/__schema__/**/*.json', 'credentials/**/*.{png,svg}'], {
		encoding: false,
		base: '.',
	}).pipe(dest('dist'));

exports.default = series(clean, assets);
