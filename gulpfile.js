const { dest, src } = require('gulp');

/** Copies what the compiler does not emit: icons and output schemas. */
exports.default = () =>
	// A folder in front of each pattern: with braces there, all of node_modules would be searched.
	src(['nodes/**/*.{png,svg}', 'nodes/**/__schema__/**/*.json', 'credentials/**/*.{png,svg}'], {
		encoding: false,
		base: '.',
	}).pipe(dest('dist'));
