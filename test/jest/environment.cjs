const { ModuleMocker } = require('jest-mock');

/** The globals of Node.js itself, for runtime.cjs. */
module.exports = class SharedGlobalsEnvironment {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	fakeTimers = null;
	fakeTimersModern = null;
	/** What jest puts its own in the place of, suite after suite. */
	#own = { console: globalThis.console, exit: process.exit };

	async setup() {
		const { moduleMocker } = this;

		globalThis.jest = {
			fn: moduleMocker.fn.bind(moduleMocker),
			spyOn: moduleMocker.spyOn.bind(moduleMocker),
			restoreAllMocks: moduleMocker.restoreAllMocks.bind(moduleMocker),
		};
	}

	async teardown() {
		globalThis.console = this.#own.console;
		process.exit = this.#own.exit;
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return null;
	}
};
