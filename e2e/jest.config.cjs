const { transform, moduleFileExtensions } = require('../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '..',
	roots: ['<rootDir>/e2e'],
	testMatch: ['<rootDir>/e2e/checks/*.test.cts'],
	testEnvironment: 'node',
	transform,
	moduleFileExtensions,
	modulePathIgnorePatterns: ['<rootDir>/dist'],
	globalSetup: '<rootDir>/e2e/setup.cts',
	globalTeardown: '<rootDir>/e2e/teardown.cts',
	setupFilesAfterEnv: ['<rootDir>/e2e/stopPrograms.cts'],
	// Two at a time: the longest mostly waits for n8n's schedule.
	maxWorkers: 2,
	testTimeout: 900_000,
	verbose: true,
	// A check that fails leaves its servers running.
	forceExit: true,
};
