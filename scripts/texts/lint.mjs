// Checks the texts that people read with textlint: words and phrases of terms.yml, and long sentences.
// With a part of a path, such as `npm run lint:texts -- sync`, only the texts of such places.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { TextlintKernel } from '@textlint/kernel';
import markdownModule from '@textlint/textlint-plugin-markdown';
import prhModule from 'textlint-rule-prh';

import { sentenceLength } from './sentenceLength.mjs';
import { texts } from './texts.mjs';

/** Packages of CommonJS have their export one level further down. */
const exported = (module) => module.default ?? module;

const terms = readFileSync(join(import.meta.dirname, 'terms.yml'), 'utf8');
const kernel = new TextlintKernel();
const options = {
	ext: '.md',
	plugins: [{ pluginId: 'markdown', plugin: exported(markdownModule) }],
	rules: [
		{
			ruleId: 'terms',
			rule: exported(prhModule),
			options: { ruleContents: [terms], checkHeader: false },
		},
		{ ruleId: 'sentence-length', rule: sentenceLength },
	],
};

const [part = ''] = process.argv.slice(2);
const chosen = texts().filter(({ place }) => place.includes(part));

for (const { place, text } of chosen) {
	const { messages } = await kernel.lintText(text, options);

	for (const { line, column, message } of messages) {
		console.error(`${place}:${line}:${column}: ${message.replaceAll('\n', '. ')}`);
		process.exitCode = 1;
	}
}
