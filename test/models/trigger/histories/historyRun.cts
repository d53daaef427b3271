import type { IDataObject } from 'n8n-workflow';

import type { ListState } from '../../../../nodes/Vitally/trigger/scan/types';
import type { Fault } from '../../../../sandbox/faults.cts';
import { startSandbox, type Sandbox } from '../../../../sandbox/sandbox.cts';
import type { CredentialValues } from '../../../engine/credentials.cts';
import { credentialsFor } from '../../../engine/node.cts';
import { PolledNode, type Scheduler } from '../../../engine/poll.cts';
import type { Findings, Oracle } from './oracle.cts';
import { Records } from './records.cts';
import type { WatchedEvent } from './watchedEvents.cts';

const MINUTE = 60_000;

const START = Date.UTC(2026, 5, 1);

/** Two readings of all records, one after the other, show what is deleted. */
const FULL_READINGS_OF_REST = 2;

const MINUTES_BETWEEN_FULL_READINGS = 16;

/** A poll that has read the last of a backlog may have left newer changes. */
const QUIET_POLLS = 2;

const MAX_POLLS_OF_REST = 400;

/** Something that happens, to the service or to n8n. */
export interface Step {
	name: string;
	run(run: HistoryRun): Promise<void> | void;
}

/** What happens to a trigger: a list of steps, from its activation on. */
export interface History {
	name: string;
	event: WatchedEvent;
	scheduler: Scheduler;
	/** Records at the activation. */
	records: number;
	/** Records on a page of the service; 100 unless set. */
	pageSize?: number;
	/** 'Max Pages per Poll'; 20 unless set. */
	maxPages?: number;
	steps: Step[];
}

/** What came of a history. */
export interface Outcome extends Findings {
	/** Messages of polls that nothing had made to fail. */
	errors: string[];
	/** The most bytes of the state, as n8n stores it. */
	largestState: number;
	/** The number of polls from the beginning to the end of each reading of all records. */
	pollsOfFullReadings: number[];
}

/** Runs a history on a service of its own, through n8n's own poll executor. */
export async function runHistory(history: History): Promise<Outcome> {
	const clock = { now: START };
	const fullReadingRequests = { count: 0 };
	const sandbox = await startSandbox({
		seed: 'empty',
		record: false,
		limits: { budget: 1_000_000_000 },
		largestPage: history.pageSize,
		now: () => clock.now,
		// Only a full list reading has the order of creation.
		onRequest: ({ query }) => {
			if (query.sortBy === 'createdAt') fullReadingRequests.count++;
		},
	});

	const run = new HistoryRun(history, { sandbox, clock, fullReadingRequests });

	try {
		await run.start();
		for (const step of history.steps) await step.run(run);

		return run.outcome;
	} finally {
		run.end();
		await sandbox.close();
	}
}

/** The service of a history. */
interface RunningService {
	sandbox: Sandbox;
	clock: { now: number };
	/** The requests that have read all records since the last poll began. */
	fullReadingRequests: { count: number };
}

/** Distinguishes workflows, because the process remembers something of each. */
let histories = 0;

/** A trigger, its service, and the oracle, while a history runs. */
export class HistoryRun {
	readonly records: Records;
	readonly node: PolledNode;
	/** The minutes by which the clock of n8n's machine is ahead of the service's. */
	machineAheadMinutes = 0;
	private readonly oracle: Oracle;
	private readonly errors: string[] = [];
	private readonly pollsOfFullReadings: number[] = [];
	private pollsOfThisReading = 0;
	/** The time at which the last reading of all records began that has ended. */
	private lastFullReadingMs: number | undefined;
	/** Static data of the node. */
	private state: IDataObject = {};
	private largestState = 0;
	private readonly credentials: CredentialValues;
	private readonly spies: jest.SpyInstance[];

	constructor(
		private readonly history: History,
		private readonly service: RunningService,
	) {
		const { sandbox, clock } = service;
		const { event, maxPages = 20 } = history;
		const parameters = { ...event.parameters };

		parameters.options = { ...(parameters.options as object), maxPages };
		this.oracle = event.openOracle();
		this.records = new Records(sandbox, event.kind, {
			oracle: this.oracle,
			clock,
			isLimited: event.isLimited,
		});
		this.records.begin(history.records);
		this.credentials = credentialsFor(sandbox);

		this.node = new PolledNode({
			parameters,
			credentials: this.credentials,
			scheduler: history.scheduler,
			workflow: `history ${histories++}`,
		});
		this.spies = this.moveClocks();
	}

	async start(): Promise<void> {
		const { records, pageSize = 100, maxPages = 20 } = this.history;

		await this.polls(async () => await this.node.activate());

		if (records <= pageSize * maxPages) {
			this.oracle.rested?.();
			this.oracle.stored?.();
		}

		await this.rest();
	}

	get outcome(): Outcome {
		return {
			...this.oracle.findings,
			errors: this.errors,
			largestState: this.largestState,
			pollsOfFullReadings: this.pollsOfFullReadings,
		};
	}

	end(): void {
		for (const spy of this.spies) spy.mockRestore();
	}

	/** Polls again, so many minutes later. */
	async poll(minutes: number): Promise<void> {
		this.service.clock.now += minutes * MINUTE;
		await this.polls(async () => await this.node.tick());
	}

	/** Polls while the service fails in this way. */
	async pollWith(fault: Fault): Promise<void> {
		this.service.sandbox.faults.add(fault);
		await this.poll(1);
		this.service.sandbox.faults.clear();
	}

	/** Polls, and forgets the errors of the poll, because something has made it fail. */
	async mayFail(poll: () => Promise<void>): Promise<void> {
		const errors = this.errors.length;

		await poll();
		this.errors.length = errors;
	}

	/** Polls until the trigger has read everything, while nothing happens. */
	async rest(): Promise<void> {
		const fullReadings =
			this.pollsOfFullReadings.length +
			(this.history.event.hasFullReadings ? FULL_READINGS_OF_REST : 0);
		let quietPolls = 0;

		for (
			let polls = 0;
			quietPolls < QUIET_POLLS || this.pollsOfFullReadings.length < fullReadings;
			polls++
		) {
			if (polls > MAX_POLLS_OF_REST) throw new Error('The trigger does not come to rest.');

			const items = this.node.items.length;

			await this.poll(MINUTES_BETWEEN_FULL_READINGS);
			const isQuiet = this.node.items.length === items && !this.hasUnread;

			quietPolls = isQuiet ? quietPolls + 1 : 0;
		}

		this.oracle.rested?.();
	}

	/** Runs what polls, and tells the oracle which items came of it. */
	async polls(poll: () => Promise<void>): Promise<void> {
		const { node, oracle } = this;
		const itemsBefore = node.items.length;
		const errorsBefore = node.errors.length;
		const storedBefore = node.stored.length;

		this.service.fullReadingRequests.count = 0;
		await poll();

		this.state = await node.staticData();
		oracle.polled(node.items.slice(itemsBefore));
		if (node.stored.length > storedBefore) oracle.stored?.();

		this.errors.push(...node.errors.slice(errorsBefore).map(({ message }) => message));
		this.largestState = Math.max(this.largestState, Buffer.byteLength(JSON.stringify(this.state)));
		this.noteFullReading();
	}

	rotateKey(): void {
		const { apiKey, secondApiKey } = this.service.sandbox;
		const { vitallyApi } = this.credentials;

		vitallyApi.apiKey = vitallyApi.apiKey === apiKey ? secondApiKey : apiKey;
	}

	/** Restarts n8n. */
	async restart(): Promise<void> {
		await this.activate(async () => await this.node.restart());
	}

	/** Activates the workflow, which goes on from what n8n has stored. */
	async activate(activation: () => Promise<void>): Promise<void> {
		this.oracle.resumed?.();
		await this.polls(activation);
	}

	/** The cursors that the trigger has stored. */
	get storedCursors(): string[] {
		const { lists = [], fullList } = this.feed;
		const gaps = lists.flatMap(({ backlog, snapshot }) => [backlog, snapshot]);
		const cursors = [...gaps.map((gap) => gap?.resume?.cursor), fullList?.cursor];

		return cursors.filter((cursor) => cursor !== undefined);
	}

	private get hasUnread(): boolean {
		const { lists = [], fullList } = this.feed;

		return (
			fullList?.cursor !== undefined || lists.some(({ backlog, snapshot }) => backlog ?? snapshot)
		);
	}

	/** What the trigger has stored in its static data. */
	private get feed(): Partial<ListState> {
		return JSON.parse(String(this.state.feed ?? '{}')) as Partial<ListState>;
	}

	private noteFullReading(): void {
		if (this.service.fullReadingRequests.count > 0) this.pollsOfThisReading++;

		const { startedMs, cursor } = this.feed.fullList ?? {};
		const hasEnded = startedMs !== undefined && cursor === undefined;
		if (!hasEnded || startedMs === this.lastFullReadingMs || this.pollsOfThisReading === 0) return;

		this.lastFullReadingMs = startedMs;
		this.pollsOfFullReadings.push(this.pollsOfThisReading);
		this.pollsOfThisReading = 0;
	}

	/** Gives the process and the machine the time of the history, to which the true duration of a poll is added. */
	private moveClocks(): jest.SpyInstance[] {
		const { clock } = this.service;
		const passed = performance.now.bind(performance);
		const machineMs = () => clock.now + this.machineAheadMinutes * MINUTE;

		return [
			jest.spyOn(performance, 'now').mockImplementation(() => passed() + clock.now - START),
			jest.spyOn(Date, 'now').mockImplementation(machineMs),
		];
	}
}
