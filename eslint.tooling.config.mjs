// n8n's strict configuration covers every `.ts` file and forbids what tools need (node:http, process,
// timers). So tests, sandbox and scripts are `.cts` files, which it does not match, with these rules.
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

import * as readability from './eslint.readability.mjs';

/**
 * A title is a sentence with a subject, which says what is promised: what the product does, rather than what
 * something is. A row may have it as its `name` or `title`; other values alone are none.
 */
const TITLES = {
	describe: [
		/^(?:by|for|from|in|of|on|that|to|when|where|which|whose|with|without)\b/u.source,
		'Name the subject of the tests: "a poll whose full list reading fails"',
	],
	it: [
		/^(?:(?!\$(?:name|title)$)(?:[$%][\w.]+[\s:,]*)+$|(?:and|are|as|at|but|by|except|for|from|in|is|of|on|or|that|to|was|were|when|where|with|without)\b)/u
			.source,
		'Write what the product does: "rejects 3 changes when Max Changes is 2"',
	],
};

export default defineConfig(
	{ ignores: ['dist', '**/*.ts', '**/*.js', 'e2e/untyped.d.cts'] },
	{
		files: ['**/*.cts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
	},
	{
		files: ['**/*.{cts,cjs,mjs}'],
		plugins: readability.plugins,
		rules: readability.rules,
	},
	{
		files: ['**/*.test.cts'],
		plugins: { jest },
		rules: {
			'jest/padding-around-all': 'error',
			'jest/valid-title': ['error', { ignoreTypeOfDescribeName: true, mustNotMatch: TITLES }],
		},
	},
	{
		files: ['**/*.cjs'],
		extends: [js.configs.recommended],
		languageOptions: {
			globals: {
				console: 'readonly',
				process: 'readonly',
				require: 'readonly',
				module: 'readonly',
				exports: 'readonly',
				__dirname: 'readonly',
			},
		},
	},
	{
		files: ['**/*.mjs'],
		extends: [js.configs.recommended],
		languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
	},
);
