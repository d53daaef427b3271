// The rules that n8n's package scanner (@n8n/scan-community-package) applies to what is published.
// Other than `npm run lint` it also reads compiled files, JSON files, and listens to no comment that
// switches a rule off (the test passes --no-inline-config).
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import * as parser from '@typescript-eslint/parser';
import { defineConfig } from 'eslint/config';
import nodesBase from 'eslint-plugin-n8n-nodes-base';

const rulesFor = (set, ...off) => ({
	...nodesBase.configs[set].rules,
	...Object.fromEntries(off.map((rule) => [`n8n-nodes-base/${rule}`, 'off'])),
});

export default defineConfig(
	n8nCommunityNodesPlugin.configs.recommended,
	{ plugins: { 'n8n-nodes-base': nodesBase }, rules: { 'no-console': 'error' } },
	{ files: ['**/*.{ts,json}'], languageOptions: { parser } },
	{ files: ['package.json'], rules: rulesFor('community') },
	{
		files: ['credentials/**/*.ts'],
		rules: rulesFor(
			'credentials',
			'cred-class-field-documentation-url-miscased',
			'cred-class-field-type-options-password-missing',
		),
	},
	{
		files: ['nodes/**/*.ts'],
		rules: rulesFor(
			'nodes',
			'node-class-description-inputs-wrong-regular-node',
			'node-class-description-outputs-wrong',
			'node-param-type-options-max-value-present',
		),
	},
);
