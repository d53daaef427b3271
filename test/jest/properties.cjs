const fastCheck = require('fast-check');

/**
 * Properties are checked with the same values in every run, so that what a run finds is due to what was
 * changed. `SEED=random` looks for new cases.
 */
const SEED = process.env.SEED ?? '20261121';

/**
 * Lets a property fail with what its check said of the simplest value, which tells what broke. The value, and what
 * repeats the run, stand below.
 */
function reportFailure(run) {
	if (!run.failed) return;

	const { errorInstance: failure, counterexample, seed, counterexamplePath: path } = run;
	// Without a failure, too many values were left out.
	if (!(failure instanceof Error)) throw new Error(fastCheck.defaultReportMessage(run));

	const { message, stack } = failure;
	const value = fastCheck.stringify(counterexample);
	const explained = `${message}\n\nThe property fails for ${value}, with ${JSON.stringify({ seed, path })}`;

	failure.message = explained;
	// Jest shows the stack, which begins with the message.
	failure.stack = stack.replace(message, () => explained);

	throw failure;
}

const settings = { reporter: reportFailure };

if (SEED !== 'random') settings.seed = Number(SEED);

fastCheck.configureGlobal(settings);
