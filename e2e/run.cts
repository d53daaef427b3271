import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inspect, parseArgs } from 'node:util';

import { secondsSince, worldIn, type Check } from './check.cts';
import { stopAll } from './child.cts';
import { install } from './install.cts';
import { pack } from './tarball.cts';

const CHECKS = join(__dirname, 'checks');

const { values, positionals: wanted } = parseArgs({
	options: { pictures: { type: 'string' } },
	allowPositionals: true,
});

/**
 * Runs the checks one after the other: all of them, or those whose file names are given. Those that
 * mostly wait run beside the others.
 * `npm run e2e -- install browser`
 */
async function main(): Promise<boolean> {
	const begin = Date.now();
	const installation = await install(console.log);
	const temporary = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-e2e-'));
	const { pictures } = values;
	if (pictures) mkdirSync(pictures, { recursive: true });
	const world = worldIn(temporary, { installation, packed: pack(temporary), pictures });
	const files = readdirSync(CHECKS)
		.filter((file) => file.endsWith('.cts'))
		.filter((file) => wanted.length === 0 || wanted.includes(basename(file, '.cts')));
	const isAside = (file: string) => files.length > 1 && load(file).aside === true;
	const aside = files.filter(isAside).map((file) => beside(basename(file, '.cts')));
	let failed = 0;
	for (const file of files.filter((file) => !isAside(file))) {
		if (!(await passes(load(file)))) failed++;
		await stopAll();
	}
	failed += (await Promise.all(aside)).filter((passed) => !passed).length;
	rmSync(temporary, { recursive: true, force: true });
	console.log(
		`\n${files.length - failed} of ${files.length} checks passed in ${secondsSince(begin)}`,
	);
	return failed === 0 && files.length > 0;

	async function passes({ name, run }: Check): Promise<boolean> {
		const start = Date.now();
		try {
			const found = await run(world);
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

/** Runs a check in a process of its own, which ends with this one. */
async function beside(check: string): Promise<boolean> {
	const options = [...process.execArgv, __filename, check];
	const child = spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit'] });
	besides.add(child);
	const [code] = (await once(child, 'exit')) as [number | null];
	besides.delete(child);
	return code === 0;
}

const besides = new Set<ChildProcess>();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		for (const child of besides) child.kill();
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
