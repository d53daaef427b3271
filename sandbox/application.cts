import express from 'express';
import type { ErrorRequestHandler, Express, Request, Response } from 'express';

import { readAuthorization, assertValidKey } from './authentication.cts';
import type { Keys } from './authentication.cts';
import type { Clock } from './clock.cts';
import {
	contractChecks,
	contractErrorText,
	isContractError,
	validationBody,
} from './contract/contract.cts';
import type { Faults } from './faults.cts';
import { HttpError } from './httpError.cts';
import { countRequest, writeLimitHeaders } from './limits.cts';
import type { LimitSettings, RateLimitCounter } from './limits.cts';
import type { RecordedRequest, Recording } from './recording.cts';
import { routes } from './routes/routes.cts';
import type { ServiceState } from './state/serviceState.cts';

/** What the application works with; a reset puts another `state` and other `counters` in place. */
export interface Dependencies {
	state: ServiceState;
	keys: Keys;
	recording: Recording;
	limits: LimitSettings;
	counters: { rest: RateLimitCounter; analytics: RateLimitCounter };
	faults: Faults;
	latencyMs: number;
	largestPage: number;
	/** The time in the `Date` header of every answer. */
	now: Clock;
	validateResponses: boolean;
}

/** What the earlier middleware leaves for the later. */
interface RequestContext {
	entry: RecordedRequest;
	counter: RateLimitCounter;
}

/** Builds the service as one express application, without a port. */
export function serviceApplication(dependencies: Dependencies): Express {
	const app = express();

	app.disable('x-powered-by').disable('etag');
	app.locals.largestPage = dependencies.largestPage;

	app.use((req, res, next) => {
		const authorization = readAuthorization(req, dependencies.keys);
		const { rest, analytics } = dependencies.counters;
		const counter = authorization === 'analytics' ? analytics : rest;
		const entry = dependencies.recording.begin(req, res, authorization);

		Object.assign(contextOf(res), { entry, counter });
		writeLimitHeaders(res, dependencies.limits, counter);
		res.setHeader('Date', new Date(dependencies.now()).toUTCString());

		if (dependencies.latencyMs > 0) setTimeout(next, dependencies.latencyMs);
		else next();
	});
	app.use(express.json({ limit: '50mb', strict: false }));
	app.use((req, res, next) => {
		const { entry, counter } = contextOf(res);

		entry.body = req.body;
		assertValidKey(entry.authorization);
		countRequest(req, res, dependencies.limits, counter);
		dependencies.faults.intercept(req, res, next);
	});
	app.use(contractChecks({ validateResponses: dependencies.validateResponses }));
	app.use(routes(() => dependencies.state));
	app.use((req: Request) => {
		throw new HttpError(404, `${req.method} ${req.path} is not part of the service.`);
	});
	app.use(errorAnswer(dependencies.recording));

	return app;
}

/** Turns what was thrown into `{ "error": … }`, and records what the contract rejected. */
function errorAnswer(recording: Recording): ErrorRequestHandler {
	return (thrown: unknown, _req, res, next) => {
		if (res.headersSent) return next(thrown);

		const { entry } = contextOf(res);

		if (thrown instanceof HttpError) {
			res.status(thrown.status).json({ error: thrown.message });
		} else if (isContractError(thrown) && thrown.status < 500) {
			const text = contractErrorText(thrown);

			recording.addContractError(entry, text);
			res
				.status(thrown.status)
				.json(thrown.status === 400 ? validationBody(thrown) : { error: text });
		} else {
			const reason = thrown instanceof Error ? thrown.message : String(thrown);

			recording.addContractError(entry, `The sandbox itself broke the contract: ${reason}`);
			res.status(500).json({ error: reason });
		}
	};
}

function contextOf(res: Response): RequestContext {
	return res.locals as RequestContext;
}
