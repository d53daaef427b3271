const { transformSync } = require('esbuild');

/** Translates one file as `tsx` does for the scripts; types are checked once, by `npm run typecheck`. */
exports.process = (source, file) => {
	const { code, map } = transformSync(source, {
		sourcefile: file,
		loader: file.endsWith('ts') ? 'ts' : 'js',
		format: 'cjs',
		target: `node${process.versions.node}`,
		// In the code for debuggers, beside it for Jest's stack traces.
		sourcemap: 'both',
	});

	return { code, map };
};
