const { default: Sequencer } = require('@jest/test-sequencer');

/** The suites that run random histories. */
const SIMULATION = /[\\/]test[\\/]models[\\/]/;

const bails = process.argv.some((argument) => argument.startsWith('--bail'));

/**
 * With `--bail`, a reader sees the first failure alone. A named test says which rule broke, and a simulation shows a long
 * history, so simulations run last. Without it, Jest's own order is the quickest: the longest suites run first.
 */
module.exports = class NamedTestsFirst extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		if (!bails) return sorted;

		const isSimulation = ({ path }) => SIMULATION.test(path);

		return [
			...sorted.filter((test) => !isSimulation(test)),
			...sorted.filter((test) => isSimulation(test)),
		];
	}
};
