import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

import packageJson from '../package.json';
import { benchCreate, benchTwoProcesses } from './create.cts';
import { benchList } from './list.cts';
import { asMarkdown, type Section } from './section.cts';
import { benchSetup } from './setup.cts';
import { benchTrigger } from './trigger.cts';

const RESULTS = join(__dirname, 'results.md');

const SECTIONS = [benchList, benchSetup, benchTrigger, benchCreate, benchTwoProcesses];

/** Measures everything, about 20 minutes; shows each table as it comes and writes `results.md`. */
async function main(): Promise<void> {
	const sections: Section[] = [];
	for (const bench of SECTIONS) {
		const section = await bench();
		console.log(`\n${section.title}`);
		console.table(section.rows);
		sections.push(section);
	}
	writeFileSync(RESULTS, [head(), ...sections.map(asMarkdown)].join('\n'));
	console.log(`\nWritten to ${RESULTS}`);
	process.exit(0);
}

function head(): string {
	const { 'n8n-core': core, 'n8n-nodes-base': base } = packageJson.devDependencies;
	return [
		'# What was measured',
		'',
		`Written by \`npm run bench\` on ${cpus().length} cores, Node.js ${process.versions.node}, n8n-core ${core}, n8n-nodes-base ${base}. Seconds differ from machine to machine; the ratios hold, because both sides of each were measured in the same run.`,
		'',
	].join('\n');
}

void main();
