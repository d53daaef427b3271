const { transform, moduleFileExtensions } = require('../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '..',
	roots: ['<rootDir>/e2e'],
	// In an n8n that runs already, those that need nothing but its address.
	testMatch: [`<rootDir>/e2e/checks/${process.env.N8N_URL ? '{browser,items}' : '*'}.test.cts`],
	testEnvironment: 'node',
	transform,
	moduleFileExtensions,
	modulePathIgnorePatterns: ['<rootDir>/dist'],
	globalSetup: '<rootDir>/e2e/setup.cts',
	globalTeardown: '<rootDir>/e2e/teardown.cts',
	setupFilesAfterEnv: ['<rootDir>/e2e/stopPrograms.cts'],
	// The longest mostly waits for n8n's schedule. In one n8n the newest credential is that of one check.
	maxWorkers: process.env.N8N_URL ? 1 : 2,
	testTimeout: 900_000,
	verbose: true,
	// A check that fails leaves its servers running.
	forceExit: true,
};
