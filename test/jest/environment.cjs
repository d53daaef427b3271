const fastCheck = require('fast-check');
const { ModuleMocker } = require('jest-mock');

/**
 * Properties are checked with the same values in every run, so that what a run finds is due to what was
 * changed. `SEED=random` looks for new cases.
 */
const SEED = process.env.SEED ?? '20261121';

/** The globals of Node.js itself, for runtime.cjs. */
module.exports = class SharedGlobalsEnvironment {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	fakeTimers = null;
	fakeTimersModern = null;
	/** What jest puts its own in the place of, suite after suite. */
	#own = { console: globalThis.console, exit: process.exit };

	async setup() {
		fastCheck.configureGlobal(SEED === 'random' ? {} : { seed: Number(SEED) });
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
