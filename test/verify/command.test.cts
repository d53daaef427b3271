import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Fault } from '../../sandbox/faults.cts';
import { PROJECT_ROOT } from '../docs/docFiles.cts';
import { someOf } from '../models/histories.cts';
import { answers, verifiedSandboxOfSuite } from './verifiedSandbox.cts';

const { sandbox, environment, countRecords } = verifiedSandboxOfSuite();

interface CommandOptions {
	variables: Record<string, string>;
	args: string[];
	/** Sent at the first fact that needs records. */
	signal?: NodeJS.Signals;
}

/** Runs the command as people run it. */
async function runCommand({ variables, args, signal }: CommandOptions) {
	const child = spawn(
		process.execPath,
		['--require', 'tsx/cjs', join(PROJECT_ROOT, 'verify', 'command.cts'), ...args],
		{ cwd: PROJECT_ROOT, env: { PATH: process.env.PATH, ...variables } },
	);
	let text = '';

	child.stdout.on('data', (data: Buffer) => (text += data.toString()));
	child.stderr.on('data', (data: Buffer) => {
		text += data.toString();
		if (signal && text.includes('V33')) child.kill(signal);
	});

	const [status] = (await once(child, 'close')) as [number | null];

	return { status, text };
}

describe('npm run verify', () => {
	const ENDS: Array<{
		status: number;
		printed: string;
		args: string[];
		pattern: RegExp;
		fault?: Fault;
	}> = [
		{
			status: 0,
			printed: 'the report',
			args: ['--only', 'V24,V1'],
			pattern: /\| V24 \|(?!.*\| V25 \|)/s,
		},
		{
			status: 1,
			printed: 'a difference',
			args: ['--only', 'V24'],
			pattern: /\| V24 \|/,
			fault: answers(404, { path: /^\/resources\/admins$/ }),
		},
		{
			status: 2,
			printed: 'how it is used',
			args: ['--wirte'],
			pattern: /Unknown option '--wirte'.*npm run verify -- \[/s,
		},
	];

	it.each(someOf(1, ENDS))('ends with $status and prints $printed', async (end) => {
		if (end.fault) sandbox().faults.add(end.fault);

		const { status, text } = await runCommand({ variables: environment(), args: end.args });

		expect(text).toMatch(end.pattern);
		expect(status).toBe(end.status);
	});

	const SIGNALS: Array<{ signal: NodeJS.Signals; exitCode: number }> = [
		{ signal: 'SIGINT', exitCode: 130 },
		{ signal: 'SIGTERM', exitCode: 143 },
		{ signal: 'SIGHUP', exitCode: 129 },
	];

	it.each(someOf(1, SIGNALS))('leaves nothing after $signal', async ({ signal, exitCode }) => {
		const before = countRecords();

		const { status } = await runCommand({
			// After messages of Analytics a run looks a second time, seconds later.
			variables: { ...environment(), VITALLY_ANALYTICS_KEY: '' },
			// Facts that need records, of which the first is interrupted.
			args: ['--write', '--only', 'V33,V2,V3,V4,V5,V7,V10,V15'],
			signal,
		});

		expect(status).toBe(exitCode);
		expect(countRecords()).toEqual(before);
	});
});
