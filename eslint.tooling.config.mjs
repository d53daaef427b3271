// n8n's strict configuration covers every `.ts` file and forbids what tools need (node:http, process,
// timers). So tests, sandbox and scripts are `.cts` files, which it does not match, with these rules.
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
	{ ignores: ['dist', '**/*.ts', '**/*.js', 'e2e/untyped.d.cts'] },
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
