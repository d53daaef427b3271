// n8n's strict configuration covers every `.ts` file and forbids what tools need (node:http, process,
// timers). So tests, sandbox and scripts are `.cts` files, which it does not match, with these rules. For the
// nodes, it has no rule against promises that nobody awaits, nor against patterns whose time grows faster
// than the text they read: one cell of 100 KB would block n8n for seconds.
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default defineConfig(
	{ ignores: ['dist', '**/*.js', 'nodes/Vitally/vendor', 'e2e/untyped.d.cts'] },
	{
		files: ['{nodes,credentials}/**/*.ts'],
		languageOptions: { parser: tseslint.parser, parserOptions: { project: 'tsconfig.json' } },
		plugins: { '@typescript-eslint': tseslint.plugin, regexp },
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		files: ['**/*.cts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
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
