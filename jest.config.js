const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	runtime: '<rootDir>/test/jest/runtime.cjs',
	testEnvironment: '<rootDir>/test/jest/environment.cjs',
	testSequencer: '<rootDir>/test/jest/sequencer.cjs',
	// Jest leaves one core idle unless told, and suites wait a while for servers of their own.
	maxWorkers: Math.ceil(availableParallelism() * 1.5),
	// Tests that say `concurrent` wait for answers that are lost, most of their time.
	maxConcurrency: 20,
	setupFiles: ['<rootDir>/test/jest/properties.cjs'],
	globalSetup: '<rootDir>/test/jest/prepare.cjs',
	roots: [
		'<rootDir>/test',
		'<rootDir>/sandbox',
		'<rootDir>/verify',
		'<rootDir>/nodes',
		'<rootDir>/credentials',
	],
	testMatch: ['**/*.test.cts'],
	moduleFileExtensions: ['ts', 'cts', 'js', 'cjs', 'mjs', 'json', 'node'],
	transform: { '^.+\\.c?ts$': '<rootDir>/test/jest/translate.cjs' },
	modulePathIgnorePatterns: ['<rootDir>/dist'],
	// Ends what hangs. The longest takes some seconds, and ten times that beside much other work. All histories of a
	// simulation take minutes.
	testTimeout: Number(process.env.HISTORIES ?? 0) >= 1 ? 600_000 : 60_000,
};
