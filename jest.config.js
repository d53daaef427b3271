/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	// Jest leaves one core idle unless told.
	maxWorkers: '100%',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.cts'],
	moduleFileExtensions: ['ts', 'cts', 'js', 'cjs', 'mjs', 'json', 'node'],
	// Types are checked once, by `npm run typecheck`; here each file is only translated.
	transform: {
		'^.+\\.c?ts$': ['ts-jest', { tsconfig: 'tsconfig.tooling.json', diagnostics: false }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist'],
	testTimeout: 60_000,
};
