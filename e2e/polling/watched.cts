import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import type { Installation } from '../install.cts';
import { until } from '../child.cts';
import { startN8n, type N8n } from '../n8n.cts';
import { Session, type NewWorkflow } from '../session.cts';
import { startRecorder, type Recorder } from './recorder.cts';

const LIST = '/resources/accounts';
/** Polls are a minute apart, and n8n needs time to start; a lease that a killed n8n left runs out too. */
const LONGEST_MS = 240_000;

/** For n8n's own Node.js, which can read its database. */
const COUNT_CURSORS = `
	const { DatabaseSync } = require('node:sqlite');
	const database = new DatabaseSync(process.argv[1], { readOnly: true });
	console.log(database.prepare('SELECT count(*) AS cursors FROM poller_state').get().cursors);
`;

interface Place {
	installation: Installation;
	folder: string;
	env: NodeJS.ProcessEnv;
}

/** An n8n with one active trigger, the sandbox that it watches, and the accounts changed there. */
export class WatchedAccounts {
	private unchanged: string[];

	private constructor(
		private readonly place: Place,
		private readonly sandbox: Sandbox,
		private readonly recorder: Recorder,
		private n8n: N8n,
	) {
		const accounts = [...sandbox.state.accounts.all()];
		this.unchanged = accounts.filter(({ traits }) => !traits.churnedAt).map(({ id }) => id);
	}

	/** Resolves when the trigger is active and the poll of the activation has been answered. */
	static async start(place: Place): Promise<WatchedAccounts> {
		const sandbox = await startSandbox({ seed: { accounts: 400 } });
		const recorder = await startRecorder();
		const n8n = await startN8n(place.installation, place);
		const session = await Session.open(n8n.url);
		const credential = await session.addCredential('vitallyApi', 'Sandbox', {
			dataCenter: 'custom',
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
		});
		await session.activate(await session.addWorkflow(watching(credential, recorder.url)));
		const watched = new WatchedAccounts(place, sandbox, recorder, n8n);
		await until('the poll of the activation', () => watched.polls > 0, LONGEST_MS);
		return watched;
	}

	/** Requests for the list that were answered. */
	get polls(): number {
		return this.requests.filter(({ status }) => status !== null).length;
	}

	/** Changes so many accounts, each once. @returns their ids */
	async change(count: number, pauseMs = 0): Promise<string[]> {
		const ids = this.unchanged.splice(0, count);
		for (const [index, id] of ids.entries()) {
			if (index > 0) await pause(pauseMs);
			const { url, apiKey } = this.sandbox;
			const answer = await fetch(`${url}${LIST}/${id}`, {
				method: 'PUT',
				headers: {
					'content-type': 'application/json',
					authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
				},
				body: JSON.stringify({ name: `Changed ${id}` }),
			});
			if (!answer.ok) throw new Error(`The sandbox refuses a change: ${await answer.text()}`);
		}
		return ids;
	}

	/** Waits until a poll hangs at its second page, with the first one read. */
	async hangingPoll(): Promise<void> {
		const hangs = () => this.requests.some(({ status }) => status === null);
		this.sandbox.faults.add({ kind: 'hang', on: { method: 'GET', path: LIST, nth: 2 }, times: 1 });
		await until('a poll that hangs', hangs, LONGEST_MS);
	}

	async kill(): Promise<void> {
		await this.n8n.process.kill();
	}

	async stop(): Promise<void> {
		await this.n8n.process.stop();
	}

	async restart(): Promise<void> {
		this.n8n = await startN8n(this.place.installation, this.place);
	}

	/** Waits for the events of these changes; gives up when so many polls later there are none. */
	async arrived(ids: string[], polls = 3): Promise<void> {
		const last = this.polls + polls;
		const areThere = () => ids.every((id) => this.recorder.arrivals.has(id));
		await until('events', () => areThere() || this.polls > last, LONGEST_MS);
	}

	async nextPoll(): Promise<void> {
		const before = this.polls;
		await until('the next poll', () => this.polls > before, LONGEST_MS);
		// For what it found to arrive.
		await pause(3000);
	}

	/** How many of these changes gave no event, and how many events came more than once. */
	count(ids: string[]): { changes: number; lost: number; repeated: number } {
		const times = ids.map((id) => this.recorder.arrivals.get(id) ?? 0);
		return {
			changes: ids.length,
			lost: times.filter((count) => count === 0).length,
			repeated: times.filter((count) => count > 1).length,
		};
	}

	/** Events of accounts that nobody changed. */
	get invented(): number {
		return this.unchanged.filter((id) => this.recorder.arrivals.has(id)).length;
	}

	/** Cursors that n8n's durable scheduler has stored. */
	get storedCursors(): number {
		const { installation, folder } = this.place;
		const database = join(folder, '.n8n', 'database.sqlite');
		const options = ['--no-warnings', '--eval', COUNT_CURSORS, database];
		return Number(execFileSync(installation.node, options, { encoding: 'utf8' }));
	}

	async close(): Promise<void> {
		await this.stop();
		this.recorder.close();
		await this.sandbox.close();
	}

	private get requests() {
		return this.sandbox.requests.filter(({ method, path }) => method === 'GET' && path === LIST);
	}
}

function watching(credential: { id: string; name: string }, recorderUrl: string): NewWorkflow {
	return {
		name: 'Changes of accounts',
		nodes: [
			{
				id: 'trigger',
				name: 'Vitally Trigger',
				type: 'n8n-nodes-vitally.vitallyTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {
					pollTimes: { item: [{ mode: 'everyMinute' }] },
					triggerOn: 'accountUpdated',
					watch: 'anyChange',
				},
				credentials: { vitallyApi: credential },
			},
			{
				id: 'recorder',
				name: 'Recorder',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [220, 0],
				parameters: {
					method: 'POST',
					url: recorderUrl,
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '={{ { id: $json.id } }}',
				},
			},
		],
		connections: {
			'Vitally Trigger': { main: [[{ node: 'Recorder', type: 'main', index: 0 }]] },
		},
	};
}
