const { runtime: _sharedModules, ...config } = require('./jest.config.js');

/**
 * Jest as it comes: each suite in a realm of its own, with modules of its own. Slower than `npm test`, and
 * shows that no suite relies on how that one shares modules.
 *
 * @type {import('jest').Config}
 */
module.exports = { ...config, testEnvironment: '<rootDir>/test/jest/isolatedEnvironment.cjs' };
