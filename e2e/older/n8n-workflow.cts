/**
 * The `n8n-workflow` of an older n8n, in the form in which the tests use today's: expressions there
 * need no sandbox.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = process.env.OLDER_N8N ?? '';
const older = createRequire(join(folder, 'package.json'))(
	join(folder, 'node_modules', 'n8n-workflow'),
) as { Expression: { prototype: object } };

Object.defineProperty(older.Expression.prototype, 'withIsolate', {
	value: async (run: () => unknown) => await run(),
	configurable: true,
});

module.exports = older;
