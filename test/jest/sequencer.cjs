const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites of five seconds or more. */
const LONG = [
	'test/contract/fields',
	'test/description/lint',
	'test/methods/listSearch',
	'test/execution/entryPoints',
	'test/execution/faults',
	'test/execution/items',
	'test/nodes/account/syncProperties',
	'test/package/package',
	'test/records/requests',
	'test/sandbox/state',
	'test/growth/growth',
	'test/transport/deadline',
	'test/transport/limits/rateLimiterSimulation',
	'test/trigger/engine/simulation',
	'test/trigger/scan/simulation',
	'test/verify/verify',
];

/**
 * Jest starts with the suites that were slowest in the last run. In a fresh clone there is no last run,
 * and a slow suite at the end would leave the other cores idle.
 */
module.exports = class LongSuitesFirst extends Sequencer {
	sort(tests) {
		const isLong = ({ path }) => LONG.some((name) => path.endsWith(`${name}.test.cts`));
		const sorted = super.sort(tests);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
