// What n8n's rules for nodes leave out: how the code reads, promises that nobody awaits, for which types are
// needed, and patterns whose time grows faster than the text they read. One cell of 100 KB would block n8n for
// seconds.
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

import * as readability from './eslint.readability.mjs';

export default defineConfig(
	{ ignores: ['nodes/Vitally/vendor'] },
	{
		files: ['{nodes,credentials}/**/*.ts'],
		languageOptions: { parser: tseslint.parser, parserOptions: { project: 'tsconfig.json' } },
		plugins: { ...readability.plugins, regexp },
		rules: {
			...readability.rules,
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
);
