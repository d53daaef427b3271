// Lints strings as if they were files, in a separate process: jest cannot load ESLint's configuration.
// Reads [{ filePath, text }] and writes a list of findings for each.
import { text as readAll } from 'node:stream/consumers';

import { ESLint } from 'eslint';

const eslint = new ESLint();
const inputs = JSON.parse(await readAll(process.stdin));
const findings = [];
for (const { filePath, text } of inputs) {
	const [{ messages }] = await eslint.lintText(text, { filePath });
	findings.push(
		messages.map(({ line, message, ruleId }) => `${ruleId}: ${message} (line ${line})`),
	);
}
console.log(JSON.stringify(findings));
