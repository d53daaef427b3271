// Lints in a separate process: jest cannot load ESLint's configuration, and loading it is slower than linting.
// Reads jobs (test/package/lint.cts) and writes for each a list of findings per file or text.
import { text as readAll } from 'node:stream/consumers';

import { ESLint } from 'eslint';

const findings = [];

for (const { options, files, contents = [] } of JSON.parse(await readAll(process.stdin))) {
	const eslint = new ESLint(options);
	const results = files ? await eslint.lintFiles(files) : [];

	for (const { filePath, text } of contents) {
		results.push(...(await eslint.lintText(text, { filePath })));
	}

	findings.push(
		results.map(({ filePath, messages }) =>
			messages.map(({ line, message, ruleId }) => `${filePath}:${line} ${ruleId}: ${message}`),
		),
	);
}

console.log(JSON.stringify(findings));
