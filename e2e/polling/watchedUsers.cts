import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { startSandbox, type RecordedRequest, type Sandbox } from '../../sandbox/sandbox.cts';
import { until } from '../child.cts';
import type { Installation } from '../install.cts';
import { startN8n, type N8n } from '../n8n.cts';
import { sequence, Session } from '../session.cts';

/** n8n needs time to start, and a lease that a killed n8n left runs out first. */
const MAX_WAIT_MS = 240_000;

const SEGMENT = { id: 'onboarding', name: 'Onboarding' };
const LIST = '/resources/users';

/** The activation reads the list to its end, then its first page again. */
const FIRST_PAGES_OF_ACTIVATION = 2;

/** A time in which n8n's scheduler starts all polls that are due. */
const SLOW_ANSWER_MS = 5000;

/** Each once a minute, which is the shortest interval that n8n allows. */
const POLL_TIMES = [0, 20, 40].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

/** A program for n8n's own Node.js, which can read n8n's database. */
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

/** An n8n with an active trigger on users that enter a segment, and the sandbox that it watches. */
export class WatchedUsers {
	/** How often each user arrived in the node after the trigger, by ID. */
	private readonly arrivals = new Map<string, number>();
	private readonly unchanged: string[];
	private mostOpenPolls = 0;
	private n8n?: N8n;

	/** The delay of each first page, and the count of the polls that wait for theirs. */
	private readonly delay = {
		kind: 'delay' as const,
		ms: 0,
		on: {
			method: 'GET',
			path: LIST,
			matches: ({ query }: { query: object }) => !('from' in query) && this.noteOpenPolls(),
		},
	};

	/** @param openPolls are first pages that were asked for and have neither come nor been given up */
	private constructor(
		private readonly place: Place,
		private readonly sandbox: Sandbox,
		private readonly openPolls: Set<RecordedRequest>,
	) {
		this.unchanged = [...sandbox.state.users.all()].map(({ id }) => id);
		sandbox.faults.add(this.delay);
	}

	/** Resolves when the trigger is active and the poll of its activation has been answered. */
	static async start(place: Place): Promise<WatchedUsers> {
		const openPolls = new Set<RecordedRequest>();
		const sandbox = await startSandbox({
			seed: { accounts: 400 },
			onRequest: (request) => openPolls.delete(request),
		});
		const users = new WatchedUsers(place, sandbox, openPolls);
		const { url } = await users.startN8n();
		const recorder = await users.startRecorder();
		const session = await Session.open(url);
		const workflow = sequence('Users', [
			{
				name: 'Vitally Trigger',
				type: 'n8n-nodes-vitally.vitallyTrigger',
				parameters: {
					pollTimes: { item: POLL_TIMES },
					triggerOn: 'userEnteredSegment',
					segment: SEGMENT.name,
				},
				credentials: await session.addVitally(sandbox),
			},
			{
				name: 'Recorder',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					method: 'POST',
					url: recorder,
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '={{ { id: $json.id } }}',
				},
			},
		]);

		await session.activate(await session.addWorkflow(workflow));
		const isPolled = () => users.polls >= FIRST_PAGES_OF_ACTIVATION;

		await until('the poll of the activation', isPolled, MAX_WAIT_MS);

		return users;
	}

	/** Puts so many users into the segment, each once. @returns their IDs */
	async change(count: number, pauseMs = 0): Promise<string[]> {
		const { state } = this.sandbox;
		const ids = this.unchanged.splice(0, count);

		for (const id of ids) {
			const user = state.users.get(id);
			if (!user) continue;

			const segments = [...user.segments, SEGMENT];

			state.users.change(user, { segments, updatedAt: state.now() });
			await pause(pauseMs);
		}

		return ids;
	}

	/** Waits until a poll hangs at its second page, with the first one read. */
	async hangingPoll(): Promise<void> {
		this.sandbox.faults.add({
			kind: 'hang',
			on: { method: 'GET', path: LIST, nth: 2 },
			times: 1,
		});
		const hangs = () => this.requests.some(({ status }) => status === null);

		await until('a poll that hangs', hangs, MAX_WAIT_MS);
	}

	/** Slows down the answers to polls from now on, so that polls which n8n starts together run together. */
	slowDown(): void {
		this.delay.ms = SLOW_ANSWER_MS;
	}

	/** Ends `slowDown`. Returns how many polls have run at the same time since the last call, at most. */
	speedUp(): number {
		const { mostOpenPolls } = this;

		this.delay.ms = 0;
		this.mostOpenPolls = 0;

		return mostOpenPolls;
	}

	async stop(signal?: 'SIGKILL'): Promise<void> {
		await this.n8n?.process.stop(signal);
	}

	async startN8n(): Promise<N8n> {
		this.n8n = await startN8n(this.place.installation, this.place);

		return this.n8n;
	}

	/** Waits for the events of these changes; ends when so many polls later there are none. */
	async arrived(ids: string[], polls = 3): Promise<void> {
		const last = this.polls + polls;
		const areThere = () => ids.every((id) => this.arrivals.has(id));

		await until('events', () => areThere() || this.polls > last, MAX_WAIT_MS);
	}

	async nextPoll(): Promise<void> {
		const before = this.polls;

		await until('the next poll', () => this.polls > before, MAX_WAIT_MS);
		// For what it found to arrive.
		await pause(3000);
	}

	/** How many of these changes started no event, and how many events came more than once. */
	count(ids: string[]): { changes: number; lost: number; repeated: number } {
		const times = ids.map((id) => this.arrivals.get(id) ?? 0);

		return {
			changes: ids.length,
			lost: times.filter((count) => count === 0).length,
			repeated: times.filter((count) => count > 1).length,
		};
	}

	/** Events of users that were not changed. */
	get invented(): number {
		return this.unchanged.filter((id) => this.arrivals.has(id)).length;
	}

	/** Cursors that n8n's durable scheduler has stored. */
	get storedCursors(): number {
		const { installation, folder } = this.place;
		const database = join(folder, '.n8n', 'database.sqlite');
		const options = ['--no-warnings', '--eval', COUNT_CURSORS, database];

		return Number(execFileSync(installation.node, options, { encoding: 'utf8' }));
	}

	/** Answered requests for the first page of the list. */
	private get polls(): number {
		return this.requests.filter(({ status, query }) => status !== null && !query.from).length;
	}

	private get requests() {
		return this.sandbox.requests.filter(({ method, path }) => method === 'GET' && path === LIST);
	}

	private noteOpenPolls(): true {
		const arrived = this.requests.at(-1);
		if (arrived) this.openPolls.add(arrived);

		this.mostOpenPolls = Math.max(this.mostOpenPolls, this.openPolls.size);

		return true;
	}

	/** @returns the address for the node after the trigger */
	private async startRecorder(): Promise<string> {
		const server: Server = createServer((request, response) => {
			void json(request).then((body) => {
				const { id } = body as { id: string };

				this.arrivals.set(id, (this.arrivals.get(id) ?? 0) + 1);
				response.setHeader('content-type', 'application/json').end('{}');
			});
		}).listen(0, '127.0.0.1');

		await once(server, 'listening');

		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}
}
