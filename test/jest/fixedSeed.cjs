const fastCheck = require('fast-check');

/**
 * Properties are checked with the same values in every run, so that what a run finds is due to what was
 * changed. `SEED=random` looks for new cases.
 */
const SEED = process.env.SEED ?? '20261121';

fastCheck.configureGlobal(SEED === 'random' ? {} : { seed: Number(SEED) });
