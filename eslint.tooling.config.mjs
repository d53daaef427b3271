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

/** The same for the names of rows, which are titles. */
const ROW_NAMES = {
	selector:
		'Property[key.name="name"] > :matches(Literal[value=/^(is|are|was|were) /], TemplateLiteral[quasis.0.value.raw=/^(is|are|was|were) /]).value',
	message: TITLES.it[1],
};

/** A failure says what was measured or compared, rather than that 72 is not less than 60. */
const FAILURES = [
	{
		selector: 'CallExpression[callee.property.name=/^toBe(Less|Greater)Than/]',
		message:
			'Name what is measured: expect({ requests }).toEqual({ requests: atMost(20) }), of test/fixtures/bounds.cts.',
	},
	{
		selector:
			'CallExpression[callee.property.name="toBe"] > Literal[raw=/^(true|false)$/].arguments',
		message: 'Name what is compared: expect({ isStored }).toEqual({ isStored: true }).',
	},
	{
		selector: 'CallExpression[callee.property.name=/^toBe(Truthy|Falsy)$/]',
		message: 'Compare the value.',
	},
	{
		selector: 'CallExpression[callee.property.name=/^toThrow/] > Literal[regex].arguments',
		message:
			'Compare the whole error: expect(errorOf(run)).toEqual(…), of test/errors/thrownError.cts.',
	},
];

export default defineConfig(
	// wireit removes its locks while ESLint looks for files.
	{ ignores: ['.wireit', 'dist', '**/*.ts', '**/*.js', 'e2e/untyped.d.cts'] },
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
		files: ['test/**/*.cts'],
		rules: {
			'no-restricted-syntax': [
				...readability.rules['no-restricted-syntax'],
				...FAILURES,
				ROW_NAMES,
			],
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
