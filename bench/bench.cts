import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

import { installOnce } from '../e2e/install.cts';
import packageJson from '../package.json';
import { N8N_NODES, PROJECT_ROOT } from '../test/engine/nodeTypes.cts';
import { benchBlocks } from './blocks.cts';
import { benchCreate, benchTwoProcesses } from './create.cts';
import { benchItems } from './items.cts';
import { benchList, benchLongList } from './list.cts';
import { asMarkdown } from './section.cts';
import { benchSync } from './sync.cts';
import { benchTrigger } from './trigger.cts';

const RESULTS = join(__dirname, 'results.md');

const SECTIONS = {
	items: benchItems,
	list: benchList,
	longList: benchLongList,
	trigger: benchTrigger,
	create: benchCreate,
	sync: benchSync,
	processes: benchTwoProcesses,
	blocks: benchBlocks,
};

type Name = keyof typeof SECTIONS;

/**
 * Measures everything, about 20 minutes, or the sections that are named; shows each table as it comes
 * and writes it into `results.md`; a trial with `BENCH_SCALE` is only shown.
 */
async function main(): Promise<void> {
	const named = process.argv.slice(2) as Name[];

	for (const name of named) {
		if (!Object.hasOwn(SECTIONS, name)) {
			throw new Error(`There is no section ${name}: ${Object.keys(SECTIONS).join(', ')}.`);
		}
	}

	// The measured processes, which begin with this environment, find there what HTTP Request loads.
	process.env.NODE_PATH = join(await installOnce('bench', __dirname), 'node_modules');
	// Sources are translated in a way that makes every function a little slower.
	process.env.BUILT_PACKAGE = PROJECT_ROOT;

	for (const name of named.length > 0 ? named : (Object.keys(SECTIONS) as Name[])) {
		const section = await SECTIONS[name]();

		console.log(`\n${section.title}`);
		console.table(section.rows);
		if (process.env.BENCH_SCALE !== undefined) continue;

		// Read again: another run may have written its sections meanwhile.
		const parts = savedParts().set(section.title, asMarkdown(section));

		writeFileSync(RESULTS, [head(), ...parts.values()].join('\n'));
	}

	if (process.env.BENCH_SCALE === undefined) console.log(`\nWritten to ${RESULTS}`);

	process.exit(0);
}

/** Reads the sections of an earlier run, by title. */
function savedParts(): Map<string, string> {
	const saved = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '';
	const [, ...parts] = saved.split(/^(?=## )/m).map((part) => `${part.trimEnd()}\n`);

	return new Map(parts.map((part) => [part.slice(3, part.indexOf('\n')), part]));
}

function head(): string {
	const { 'n8n-core': core } = packageJson.devDependencies;
	const { version: base } = JSON.parse(readFileSync(join(N8N_NODES, 'package.json'), 'utf8'));

	return [
		'# What was measured',
		'',
		`Written by \`npm run bench\` on ${cpus().length} cores, Node.js ${process.versions.node}, n8n-core ${core}, n8n-nodes-base ${base}. Seconds differ from machine to machine; the ratios hold, because both sides of each were measured in the same run.`,
		'',
	].join('\n');
}

main().catch(({ message }: Error) => {
	console.error(message);
	process.exit(1);
});
