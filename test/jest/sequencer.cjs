const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes ten seconds or more. */
const LONG = [
	'test/nodes/account/syncProperties',
	'test/contract/fields',
	'test/contract/numbers',
	'test/nodes/analytics/account/items',
	'test/nodes/note/tags',
	'test/execution/entryPoints',
	'test/execution/faults',
	'test/execution/items',
	'test/execution/modelValues',
	'test/execution/runItems',
	'test/transport/limits/rateLimiterSimulation',
	'test/trigger/engine/simulation',
	'test/trigger/feed/mutants',
	'test/trigger/feed/simulation',
];

/**
 * Jest begins with what took longest the last time. In a fresh clone there was no last time, and the
 * longest suites must not be the last: the other cores would wait for them.
 */
module.exports = class LongSuitesFirst extends Sequencer {
	sort(tests) {
		const isLong = ({ path }) => LONG.some((name) => path.endsWith(`${name}.test.cts`));
		const sorted = super.sort(tests);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
