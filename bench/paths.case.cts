import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../sandbox/sandbox.cts';
import { builtPackages } from '../test/engine/engine.cts';
import { credentialsFor, runNode } from '../test/engine/node.cts';
import { PolledNode } from '../test/engine/poll.cts';
import { callTool } from '../test/engine/toolCall.cts';
import type { Section } from './section.cts';

const PACKAGE = join(__dirname, '..', 'dist');

/** A task, and what has to be done before each run of it. */
interface Task {
	name: string;
	prepare?(): Promise<unknown>;
	run(): Promise<unknown>;
}

process.on('message', async () => {
	await builtPackages();
	const sandbox = await startSandbox({ seed: { accounts: 240 } });
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	const rows: Section['rows'] = [];
	for (const task of await tasksOf(sandbox)) {
		await task.prepare?.();
		await task.run();
		await task.prepare?.();
		const requests = sandbox.requests.length;
		await session.post('Profiler.takePreciseCoverage');
		await task.run();
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const files = result
			.filter(({ url }) => url.includes(PACKAGE))
			.map(({ url, functions }) => ({
				url,
				// The function without a name is the module itself.
				called: functions.filter(
					({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0,
				),
			}))
			.filter(({ called }) => called.length > 0);
		if (process.env.BENCH_FILES) console.log(task.name, files.map(({ url }) => url).sort());
		rows.push({
			task: task.name,
			files: files.length,
			functions: files.reduce((sum, { called }) => sum + called.length, 0),
			requests: sandbox.requests.length - requests,
		});
	}
	await sandbox.close();
	process.send?.(rows);
});

async function tasksOf(sandbox: Sandbox): Promise<Task[]> {
	const credentials = credentialsFor(sandbox);
	const accounts = [...sandbox.state.accounts.all()];
	const [account] = accounts;
	const trigger = new PolledNode({
		parameters: { triggerOn: 'accountUpdated', watch: 'fields', fieldsToWatch: ['name'] },
		credentials,
	});
	await trigger.activate();
	let runs = 0;
	const rows = (): IDataObject[] =>
		accounts.slice(0, 50).map(({ externalId, name }, index) => ({
			externalId,
			name: index < 3 ? `Renamed ${runs} ${index}` : name,
		}));
	const run = async (parameters: IDataObject, items?: IDataObject[]) => {
		const outcome = await runNode({ parameters, items }, { credentials });
		if (outcome.error) throw outcome.error;
	};
	return [
		{
			name: 'Account update: name and one trait, by ID',
			run: async () =>
				await run({
					resource: 'account',
					operation: 'update',
					accountId: { __rl: true, mode: 'id', value: account.id },
					updateFields: { name: `Acme ${runs++}` },
					traitsMode: 'fields',
					traits: { trait: [{ key: 'plan', type: 'string', stringValue: 'Gold' }] },
				}),
		},
		{
			name: 'One poll of Account Updated with a watched field',
			prepare: async () => {
				runs++;
				await fetch(`${sandbox.url}/resources/accounts/${account.id}`, {
					method: 'PUT',
					headers: {
						authorization: `Basic ${btoa(`${sandbox.apiKey}:`)}`,
						'content-type': 'application/json',
					},
					body: JSON.stringify({ name: `Watched ${runs}` }),
				});
			},
			run: async () => {
				await trigger.tick();
				if (trigger.errors.length > 0) throw trigger.errors[0];
			},
		},
		{
			name: 'Sync: 50 rows, 3 differ, 240 accounts',
			prepare: async () => runs++,
			run: async () =>
				await run(
					{
						resource: 'account',
						operation: 'sync',
						dryRun: false,
						externalId: '={{ $json.externalId }}',
						name: '={{ $json.name }}',
						traitsMode: 'fields',
					},
					rows(),
				),
		},
		{
			name: 'AI tool: get an account by its name',
			run: async () =>
				await callTool(
					{
						parameters: {
							resource: 'account',
							operation: 'get',
							accountId: { __rl: true, mode: 'name', value: accounts[7].name },
						},
					},
					{},
					credentials,
				),
		},
	];
}
