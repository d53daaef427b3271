const { ModuleMocker } = require('jest-mock');

/** Gives a suite the globals of Node.js itself, as runtime.cjs needs it. */
module.exports = class SharedGlobalsEnvironment {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	fakeTimers = null;
	fakeTimersModern = null;

	/** Jest replaces these in each suite. */
	#replaced = { console: globalThis.console, exit: process.exit };

	async setup() {
		const { moduleMocker } = this;

		globalThis.jest = {
			fn: moduleMocker.fn.bind(moduleMocker),
			spyOn: moduleMocker.spyOn.bind(moduleMocker),
			restoreAllMocks: moduleMocker.restoreAllMocks.bind(moduleMocker),
		};
	}

	async teardown() {
		globalThis.console = this.#replaced.console;
		process.exit = this.#replaced.exit;
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return null;
	}
};
