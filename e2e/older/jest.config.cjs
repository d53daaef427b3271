const { join } = require('node:path');

const today = require('../../jest.config.js');

/** What n8n's engine pulls in as ES modules, which jest has to translate. */
const MODULES = '/node_modules/(p-retry|is-network-error)/';

/**
 * The engine tests of this project on an older n8n, whose folder is in `OLDER_N8N`.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...today,
	// Jest's own: they put the older engine in the place of today's.
	runtime: undefined,
	testEnvironment: 'node',
	rootDir: join(__dirname, '..', '..'),
	moduleNameMapper: {
		'^n8n-core$': '<rootDir>/e2e/older/n8n-core.cts',
		'^n8n-workflow$': '<rootDir>/e2e/older/n8n-workflow.cts',
		'^@n8n/di$': join(process.env.OLDER_N8N, 'node_modules', '@n8n', 'di'),
	},
	transform: {
		...today.transform,
		[`${MODULES}.+\\.js$`]: '<rootDir>/test/jest/translate.cjs',
	},
	transformIgnorePatterns: ['/node_modules/(?!(p-retry|is-network-error)/)'],
};
