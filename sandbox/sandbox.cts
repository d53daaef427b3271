import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import express from 'express';

import { serviceApplication } from './application.cts';
import type { Dependencies } from './application.cts';
import type { Clock } from './clock.cts';
import { controlRoutes } from './control.cts';
import { seedState } from './demo/seed.cts';
import type { Seed } from './demo/seed.cts';
import { Faults } from './faults.cts';
import { DOCUMENTED_LIMITS, RateLimitCounter } from './limits.cts';
import type { LimitSettings } from './limits.cts';
import { Recording } from './recording.cts';
import type { RecordedRequest } from './recording.cts';
import { emptyState } from './state/serviceState.cts';
import type { ServiceState, StateOptions } from './state/serviceState.cts';

const API_KEY = 'sk_live_sandbox';
const ANALYTICS_KEY = 'sandbox_analytics_key';
const SECOND_API_KEY = 'sk_live_sandbox_second';
const SECOND_ANALYTICS_KEY = 'sandbox_analytics_key_second';

export interface SandboxOptions extends StateOptions {
	/** 0, the default, is a free port. */
	port?: number;
	/** The key of the REST API; the same in all sandboxes by default. */
	apiKey?: string;
	/** What the service contains at the start and after a reset; `demo` by default. */
	seed?: Seed;
	now?: Clock;
	limits?: Partial<LimitSettings>;
	/** Milliseconds that every answer waits. */
	latencyMs?: number;
	/** Checks the sandbox's own answers against the contract; off by default, for speed. */
	validateResponses?: boolean;
	/** False for long runs: only contract errors and the in-flight count are kept. */
	record?: boolean;
	/** Called when a request has ended. */
	onRequest?: (request: RecordedRequest) => void;
	/** Maximum of records on a page, below the `limit` asked for; 100 by default. */
	largestPage?: number;
}

export type { RecordedRequest };

/** A running service. */
export interface Sandbox {
	/** Base URL of both APIs, without a slash at the end. */
	readonly url: string;
	readonly apiKey: string;
	readonly analyticsKey: string;
	/** Another key of the REST API, with a rate limit in common with the first. */
	readonly secondApiKey: string;
	readonly secondAnalyticsKey: string;
	readonly state: ServiceState;
	readonly faults: Faults;
	readonly requests: RecordedRequest[];
	/** May be changed at any time. */
	readonly limits: LimitSettings;
	/** Types of Analytics messages that are rejected; may be changed at any time. */
	readonly blockedMessages: ServiceState['blockedMessages'];
	readonly maxInFlight: number;
	/** The requests that the contract does not know. */
	contractErrors(): RecordedRequest[];
	/** Returns to the seed: no requests, no faults, a full budget, the limits of the start. */
	reset(): void;
	/** Ends the service, and also what hangs. */
	close(): Promise<void>;
}

/**
 * Starts the service on 127.0.0.1.
 *
 * @throws Error if the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const service = createService(options);
	const server = createServer();
	const url = await listen(server, options.port ?? 0);
	const sandbox = createSandbox(url, server, service);
	const app = express();

	app.disable('x-powered-by').disable('etag');
	app.use('/sandbox', controlRoutes(sandbox));
	app.use(serviceApplication(service.dependencies));
	server.on('request', app);

	return sandbox;
}

/** The parts of the service, and what puts them back to their start. */
interface Service {
	dependencies: Dependencies;
	reset(): void;
}

function createService(options: SandboxOptions): Service {
	const { seed = 'demo', now = Date.now } = options;
	const startLimits = { ...DOCUMENTED_LIMITS, ...options.limits };
	const limits = { ...startLimits };

	const freshState = () => seedState(emptyState(now, options), seed);
	const freshCounters = () => ({
		rest: new RateLimitCounter(limits, now),
		analytics: new RateLimitCounter(limits, now),
	});

	const dependencies: Dependencies = {
		state: freshState(),
		keys: {
			apiKey: options.apiKey ?? API_KEY,
			analyticsKey: ANALYTICS_KEY,
			secondApiKey: SECOND_API_KEY,
			secondAnalyticsKey: SECOND_ANALYTICS_KEY,
		},
		recording: new Recording({
			keepsRequests: options.record ?? true,
			onEnd: options.onRequest,
		}),
		limits,
		counters: freshCounters(),
		faults: new Faults(),
		latencyMs: options.latencyMs ?? 0,
		largestPage: options.largestPage ?? 100,
		now,
		validateResponses: options.validateResponses ?? false,
	};

	return {
		dependencies,
		reset: () => {
			dependencies.state = freshState();
			dependencies.recording.clear();
			dependencies.faults.clear();
			Object.assign(limits, startLimits);
			dependencies.counters = freshCounters();
		},
	};
}

/**
 * Listens on 127.0.0.1.
 *
 * @param port 0 is a free port
 * @returns the base URL
 * @throws Error if the port is taken
 */
async function listen(server: Server, port: number): Promise<string> {
	await new Promise<void>((resolve, reject) => {
		const fail = (error: NodeJS.ErrnoException) =>
			reject(error.code === 'EADDRINUSE' ? portTakenError(port) : error);

		server.once('error', fail).listen(port, '127.0.0.1', resolve);
	});

	const address = server.address() as AddressInfo;

	return `http://127.0.0.1:${address.port}`;
}

function portTakenError(port: number): Error {
	return new Error(
		`Port ${port} is taken on this machine: choose another one with --port (npm run editor: --sandbox-port).`,
	);
}

function createSandbox(url: string, server: Server, { dependencies, reset }: Service): Sandbox {
	const { keys, faults, limits, recording } = dependencies;

	return {
		url,
		apiKey: keys.apiKey,
		analyticsKey: keys.analyticsKey,
		secondApiKey: keys.secondApiKey,
		secondAnalyticsKey: keys.secondAnalyticsKey,
		// A reset replaces the state.
		get state() {
			return dependencies.state;
		},
		faults,
		requests: recording.requests,
		limits,
		get blockedMessages() {
			return dependencies.state.blockedMessages;
		},
		get maxInFlight() {
			return recording.maxInFlight;
		},
		contractErrors: () => recording.contractErrors(),
		reset,
		close: async () =>
			await new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
