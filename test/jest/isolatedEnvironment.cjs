const { TestEnvironment } = require('jest-environment-node');

/** Jest's own, with the environment variables of the process: a copy of `TZ` does not set the time zone. */
module.exports = class IsolatedEnvironment extends TestEnvironment {
	async setup() {
		await super.setup();
		this.global.process.env = process.env;
	}
};
