const { default: Sequencer } = require('@jest/test-sequencer');

/** How Jest notes in its cache that a suite failed the last time. */
const FAIL = 0;

/** The suites that run random histories. */
const SIMULATION = /[\\/]test[\\/]models[\\/]/;

const bails = process.argv.some((argument) => argument.startsWith('--bail'));

/**
 * Jest runs the longest suites first, so that all of them end soonest. With `--bail`, a reader wants the first failure
 * soon, and sees that alone: what failed the last time runs first, then short suites before long ones. Simulations are the
 * last, because a named test says which rule broke, and a simulation shows a long history.
 */
module.exports = class SoonestFailureFirst extends Sequencer {
	sort(tests) {
		const longestFirst = super.sort(tests);
		if (!bails) return longestFirst;

		const hasFailed = (test) => this._getCache(test)[test.path]?.[0] === FAIL;

		const rankOf = (test) => {
			if (hasFailed(test)) return 0;

			return SIMULATION.test(test.path) ? 2 : 1;
		};

		return longestFirst.reverse().sort((a, b) => rankOf(a) - rankOf(b));
	}
};
