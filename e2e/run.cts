import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inspect, parseArgs } from 'node:util';

import type { Check, CheckContext } from './check.cts';
import { stopAll } from './child.cts';
import { install } from './install.cts';
import { n8nFolder } from './n8n.cts';
import { pack } from './tarball.cts';

const CHECKS = join(__dirname, 'checks');

const { values, positionals: wanted } = parseArgs({
	options: { pictures: { type: 'string' } },
	allowPositionals: true,
});

/**
 * Runs the checks one after the other: all of them, or those whose file names are given. Those that
 * mostly wait run in parallel to the others.
 * `npm run e2e -- install browser`
 */
async function main(): Promise<boolean> {
	const begin = Date.now();
	const installation = await install();
	const temporary = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-e2e-'));
	const { pictures } = values;
	if (pictures) mkdirSync(pictures, { recursive: true });
	const packed = pack(temporary);
	const folder = (name: string) => mkdtempSync(join(temporary, `${name}-`));
	const context: CheckContext = {
		installation,
		packed,
		pictures,
		folder,
		home: (name) => n8nFolder(folder(name), packed),
		timed: async (step, run) => {
			const start = Date.now();
			const result = await run();
			console.log(`         ${step} (${secondsSince(start)})`);
			return result;
		},
	};
	const files = readdirSync(CHECKS)
		.filter((file) => file.endsWith('.cts'))
		.filter((file) => wanted.length === 0 || wanted.includes(basename(file, '.cts')));
	const runsInParallel = (file: string) => files.length > 1 && load(file).inParallel === true;
	const parallel = files
		.filter(runsInParallel)
		.map((file) => runInParallel(basename(file, '.cts')));
	let failed = 0;
	for (const file of files.filter((file) => !runsInParallel(file))) {
		if (!(await passes(load(file)))) failed++;
		await stopAll();
	}
	failed += (await Promise.all(parallel)).filter((passed) => !passed).length;
	rmSync(temporary, { recursive: true, force: true });
	console.log(
		`\n${files.length - failed} of ${files.length} checks passed in ${secondsSince(begin)}`,
	);
	return failed === 0 && files.length > 0;

	async function passes({ name, run }: Check): Promise<boolean> {
		const start = Date.now();
		try {
			const found = await run(context);
			console.log(`ok     ${name} (${secondsSince(start)})${found ? `: ${found}` : ''}`);
			return true;
		} catch (error) {
			console.log(`FAILED ${name} (${secondsSince(start)})`);
			// Deep enough for the causes of several errors.
			console.error(inspect(error, { depth: 6 }));
			return false;
		}
	}
}

function load(file: string): Check {
	return (createRequire(__filename)(join(CHECKS, file)) as { check: Check }).check;
}

function secondsSince(begin: number): string {
	return `${((Date.now() - begin) / 1000).toFixed(1)} s`;
}

/** Runs a check in a child process, which ends with this one. */
async function runInParallel(check: string): Promise<boolean> {
	const options = [...process.execArgv, __filename, check];
	const child = spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit'] });
	children.add(child);
	const [code] = (await once(child, 'exit')) as [number | null];
	children.delete(child);
	return code === 0;
}

const children = new Set<ChildProcess>();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		for (const child of children) child.kill();
		void stopAll().then(() => process.exit(1));
	});
}

main().then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
