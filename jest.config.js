/** @type {import('jest').Config} */
module.exports = {
	runtime: '<rootDir>/test/jest/runtime.cjs',
	testEnvironment: '<rootDir>/test/jest/environment.cjs',
	// Jest leaves one core idle unless told.
	maxWorkers: '100%',
	testSequencer: '<rootDir>/test/jest/sequencer.cjs',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.cts'],
	moduleFileExtensions: ['ts', 'cts', 'js', 'cjs', 'mjs', 'json', 'node'],
	transform: { '^.+\\.c?ts$': '<rootDir>/test/jest/translate.cjs' },
	modulePathIgnorePatterns: ['<rootDir>/dist'],
	// The longest takes half a minute; a machine may have other work as well.
	testTimeout: 120_000,
};
