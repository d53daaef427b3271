const Module = require('node:module');
const { dirname, join, sep } = require('node:path');
const { Script } = require('node:vm');

const { default: JestRuntime } = require('jest-runtime');

/** A process that watches runs the suites of one file by itself, again and again. */
const isWatching = process.argv.some((argument) => argument.startsWith('--watch'));

/** The runtime of the running suite, for the hooks of Node.js, which are never removed. */
let runtimeOfSuite;

/** The source maps by file, for all suites: a module that stays loaded was translated for an earlier suite. */
const sourceMaps = new Map();

/**
 * Jest runs every suite in a separate realm, in which it loads everything again: n8n's engine alone needs
 * 1.3 seconds, and code runs slower there. This runtime loads modules as Node.js itself does and keeps
 * packages and the sandbox between the suites of a worker. The project's other modules are loaded again for
 * each suite, so that no look-up, limit or queue that one of them remembers reaches the next suite.
 *
 * Jest's module mocks and fake timers need its own runtime: a suite that uses them needs a jest project
 * without this one.
 */
module.exports = class SharedModulesRuntime extends JestRuntime {
	constructor(config, ...others) {
		super(config, ...others);
		runtimeOfSuite = this;

		forgetModules(config);
		translateByTheRuntimeOfTheSuite();
	}

	translate(file) {
		const code = this.transformFile(file);

		sourceMaps.set(file, super.getSourceMaps().get(file));

		return code;
	}

	getSourceMaps() {
		return sourceMaps;
	}

	requireModule(from, name) {
		return require(name ?? from);
	}

	requireInternalModule(from, name) {
		return require(name ?? from);
	}
};

/** Forgets everything of this project, and jest-circus, whose tests and hooks belong to one suite. */
function forgetModules({ rootDir, testRunner }) {
	const keptFolders = [__dirname, join(rootDir, 'node_modules')];

	// The sandbox remembers nothing but what it was built from: all that changes is in one that a test started.
	if (!isWatching) keptFolders.push(join(rootDir, 'sandbox'));

	for (const file of Object.keys(require.cache)) {
		const isIn = (folder) => file.startsWith(folder + sep);
		const isOfCircus = isIn(dirname(testRunner));
		const isKept = !isIn(rootDir) || keptFolders.some(isIn);
		if (isOfCircus || !isKept) delete require.cache[file];
	}
}

function translateByTheRuntimeOfTheSuite() {
	for (const extension of ['.cts', '.ts']) {
		Module._extensions[extension] = (module, file) => {
			module._compile(runtimeOfSuite.translate(file), file);
		};
	}
}

const compileByNode = Module.prototype._compile;

/** Node.js compiles a module again for each suite: a tenth of the time that all tests take. */
Module.prototype._compile = function (content, filename) {
	const isOfPackage = filename.includes(`${sep}node_modules${sep}`);
	const compile = isOfPackage ? compileByNode : compileAsScript;

	return compile.call(this, content, filename);
};

/**
 * Compiles a module as a script, which V8 keeps.
 *
 * @this {Module}
 */
function compileAsScript(content, filename) {
	const wrapper = Module.wrap(content);
	const columnOffset = content.length - wrapper.length + Module.wrapper[1].length;
	const script = new Script(wrapper, { filename, columnOffset });
	const load = script.runInThisContext();

	const requireFrom = Object.assign((id) => this.require(id), {
		cache: require.cache,
		extensions: Module._extensions,
		main: require.main,
		resolve: Module.createRequire(filename).resolve,
	});

	return load.call(this.exports, this.exports, requireFrom, this, filename, dirname(filename));
}
