import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { serviceApplication } from './application.cts';
import type { Clock } from './clock.cts';
import { controlRoutes } from './control.cts';
import { seedStore } from './demo/seed.cts';
import type { Seed } from './demo/seed.cts';
import { Faults } from './faults.cts';
import { Budget, DOCUMENTED_LIMITS } from './limits.cts';
import type { LimitSettings } from './limits.cts';
import { Recording } from './recording.cts';
import type { RecordedRequest } from './recording.cts';
import type { World } from './routes/world.cts';
import type { DuplicateExternalId } from './state/externalIds.cts';
import { Store } from './state/store.cts';

export interface SandboxOptions {
	/** 0, the default, takes a free port. */
	port?: number;
	/** What the service holds at the start and after a reset; `demo` unless told. */
	seed?: Seed;
	now?: Clock;
	limits?: Partial<LimitSettings>;
	/** Milliseconds that every answer waits. */
	latencyMs?: number;
	/** Holds the sandbox's own answers to the contract; off unless told, for speed. */
	validateResponses?: boolean;
	/** False for long runs: only contract refusals and the in-flight count are kept. */
	record?: boolean;
	/** Called when a request has ended. */
	onRequest?: (request: RecordedRequest) => void;
	/** What a POST with a known external id does; `refuse` unless told. */
	duplicateExternalId?: DuplicateExternalId;
	/** Records that a page holds at most, below the `limit` asked for; 100 unless told. */
	largestPage?: number;
	/** Whether projects show `updatedAt`; the document's do not (service.md, Project). */
	projectsShowUpdatedAt?: boolean;
}

export type { RecordedRequest };

/** A running service. */
export interface Sandbox {
	/** Base URL of both APIs, without a slash at the end. */
	readonly url: string;
	readonly apiKey: string;
	readonly analyticsKey: string;
	readonly state: Store;
	readonly faults: Faults;
	readonly requests: RecordedRequest[];
	/** May be changed at any time. */
	readonly limits: LimitSettings;
	/** `accountMessagesBlocked` may be set at any time. */
	readonly analytics: World['analytics'];
	readonly maxInFlight: number;
	/** The requests that the contract does not know. */
	contractRefusals(): RecordedRequest[];
	/** Back to the seed: no requests, no faults, a full budget, the limits of the start. */
	reset(): void;
	/** Ends also what hangs. */
	close(): Promise<void>;
}

const API_KEY = 'sk_live_sandbox';
const ANALYTICS_KEY = 'sandbox_analytics_key';

/** Starts the service on 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { seed = 'demo', now = Date.now } = options;
	const startLimits = { ...DOCUMENTED_LIMITS, ...options.limits };
	const limits = { ...startLimits };
	const { projectsShowUpdatedAt } = options;
	const freshStore = () => seedStore(new Store(now, { projectsShowUpdatedAt }), seed);
	const freshBudgets = () => ({
		rest: new Budget(limits, now),
		analytics: new Budget(limits, now),
	});
	const around = {
		world: {
			store: freshStore(),
			duplicateExternalId: options.duplicateExternalId ?? ('refuse' as const),
			analytics: { accountMessagesBlocked: false },
		},
		keys: { apiKey: API_KEY, analyticsKey: ANALYTICS_KEY },
		recording: new Recording(options.record ?? true, options.onRequest),
		limits,
		budgets: freshBudgets(),
		faults: new Faults(),
		latencyMs: options.latencyMs ?? 0,
		largestPage: options.largestPage ?? 100,
		now,
		validateResponses: options.validateResponses ?? false,
	};
	const app = express();
	app.disable('x-powered-by').disable('etag');
	app.use(
		'/sandbox',
		controlRoutes(() => sandbox),
	);
	app.use(serviceApplication(around));
	const server = createServer(app);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;

	const sandbox: Sandbox = {
		url: `http://127.0.0.1:${port}`,
		...around.keys,
		get state() {
			return around.world.store;
		},
		faults: around.faults,
		requests: around.recording.requests,
		limits,
		analytics: around.world.analytics,
		get maxInFlight() {
			return around.recording.maxInFlight;
		},
		contractRefusals: () => around.recording.contractRefusals(),
		reset: () => {
			around.world.store = freshStore();
			around.recording.clear();
			around.faults.clear();
			Object.assign(limits, startLimits);
			around.world.analytics.accountMessagesBlocked = false;
			around.budgets = freshBudgets();
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return sandbox;
}
