import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import type { Installation } from '../install.cts';
import { until } from '../child.cts';
import { startN8n, type N8n } from '../n8n.cts';
import { Session, type NewWorkflow } from '../session.cts';
import { KINDS, type WatchedKind } from './kinds.cts';
import { startRecorder, type Recorder } from './recorder.cts';

/** n8n needs time to start, and a lease that a killed n8n left runs out first. */
const MAX_WAIT_MS = 240_000;

/**
 * Each once a minute, which is the shortest interval that n8n allows; the same for all triggers, so that
 * what waits for polls waits for all of them together.
 */
const POLL_TIMES = [0, 20, 40].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

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

/** An n8n with an active trigger for each kind, the sandbox that they watch, and the records changed there. */
export class WatchedRecords {
	/** By kind, in their order. */
	private readonly unchanged: string[][];
	private readonly changed = KINDS.map(() => new Set<string>());

	private constructor(
		private readonly place: Place,
		private readonly sandbox: Sandbox,
		private readonly recorder: Recorder,
		private n8n: N8n,
	) {
		this.unchanged = KINDS.map((kind) => kind.idsOf(sandbox));
	}

	/** Resolves when the triggers are active and the polls of their activations have been answered. */
	static async start(place: Place): Promise<WatchedRecords> {
		const sandbox = await startSandbox({ seed: { accounts: 400 } });
		const recorder = await startRecorder();
		const n8n = await startN8n(place.installation, place);
		const session = await Session.open(n8n.url);
		const credential = await session.addCredential('vitallyApi', 'Sandbox', {
			dataCenter: 'custom',
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
		});
		for (const kind of KINDS) {
			const workflow = watching(kind, credential, recorder.url);
			await session.activate(await session.addWorkflow(workflow));
		}
		const watched = new WatchedRecords(place, sandbox, recorder, n8n);
		const isPolled = (kind: WatchedKind) => watched.fronts(kind) >= kind.firstPageReadsOnActivation;
		await until('the polls of the activations', () => KINDS.every(isPolled), MAX_WAIT_MS);
		return watched;
	}

	/** Polls of all triggers: the least that one of them had, by the fronts of its list that were read. */
	get polls(): number {
		return Math.min(...KINDS.map((kind) => this.fronts(kind)));
	}

	/** Changes so many records of each kind, each once. @returns their ids */
	async change(count: number, pauseMs = 0): Promise<string[]> {
		const ids = this.unchanged.map((unchanged) => unchanged.splice(0, count));
		for (let index = 0; index < count; index++) {
			if (index > 0) await pause(pauseMs);
			for (const [place, kind] of KINDS.entries()) {
				kind.change(this.sandbox, ids[place][index]);
				this.changed[place].add(ids[place][index]);
			}
		}
		return ids.flat();
	}

	/** Waits until a poll of each kind hangs at its second page, with the first one read. */
	async hangingPolls(): Promise<void> {
		for (const { path } of KINDS) {
			this.sandbox.faults.add({ kind: 'hang', on: { method: 'GET', path, nth: 2 }, times: 1 });
		}
		const hangs = (kind: WatchedKind) => this.requests(kind).some(({ status }) => status === null);
		await until('polls that hang', () => KINDS.every(hangs), MAX_WAIT_MS);
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

	/** Waits for the events of these changes; ends when so many polls later there are none. */
	async arrived(ids: string[], polls = 3): Promise<void> {
		const last = this.polls + polls;
		const areThere = () => ids.every((id) => this.recorder.arrivals.has(id));
		await until('events', () => areThere() || this.polls > last, MAX_WAIT_MS);
	}

	async nextPoll(): Promise<void> {
		const before = this.polls;
		await until('the next poll', () => this.polls > before, MAX_WAIT_MS);
		// For what it found to arrive.
		await pause(3000);
	}

	/** For each kind, how many of these changes started no event, and how many events came more than once. */
	count(ids: string[]): Array<{ event: string; changes: number; lost: number; repeated: number }> {
		return KINDS.map(({ event }, place) => {
			const own = ids.filter((id) => this.changed[place].has(id));
			const times = own.map((id) => this.recorder.arrivals.get(id) ?? 0);
			return {
				event,
				changes: own.length,
				lost: times.filter((count) => count === 0).length,
				repeated: times.filter((count) => count > 1).length,
			};
		});
	}

	/** Events of records that were not changed. */
	get invented(): number {
		return this.unchanged.flat().filter((id) => this.recorder.arrivals.has(id)).length;
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

	private fronts(kind: WatchedKind): number {
		const answered = this.requests(kind).filter(({ status }) => status !== null);
		return answered.filter(({ query }) => query.from === undefined).length;
	}

	private requests({ path: list }: WatchedKind) {
		return this.sandbox.requests.filter(({ method, path }) => method === 'GET' && path === list);
	}
}

function watching(
	{ event, parameters }: WatchedKind,
	credential: { id: string; name: string },
	recorderUrl: string,
): NewWorkflow {
	return {
		name: event,
		nodes: [
			{
				id: 'trigger',
				name: 'Vitally Trigger',
				type: 'n8n-nodes-vitally.vitallyTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: { pollTimes: { item: POLL_TIMES }, ...parameters },
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
		connections: { 'Vitally Trigger': { main: [[{ node: 'Recorder', type: 'main', index: 0 }]] } },
	};
}
