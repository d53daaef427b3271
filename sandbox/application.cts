import express from 'express';
import type { ErrorRequestHandler, Express, Request, Response } from 'express';
import { readAuthorization, requireKey } from './authentication.cts';
import type { Keys } from './authentication.cts';
import { contractChecks, faultText, isContractFault } from './contract/contract.cts';
import type { Clock } from './clock.cts';
import type { Faults } from './faults.cts';
import { charge, writeLimitHeaders } from './limits.cts';
import type { Budget, LimitSettings } from './limits.cts';
import type { RecordedRequest, Recording } from './recording.cts';
import { Refusal } from './refusal.cts';
import { routes } from './routes/routes.cts';
import type { World } from './routes/world.cts';

/** What a request meets on its way, in the order of the middleware below. */
export interface Surroundings {
	world: World;
	keys: Keys;
	recording: Recording;
	limits: LimitSettings;
	budgets: { rest: Budget; analytics: Budget };
	faults: Faults;
	latencyMs: number;
	largestPage: number;
	/** What the `Date` header of every answer tells. */
	now: Clock;
	validateResponses: boolean;
}

/** What the earlier steps leave for the later ones. */
interface Travel {
	entry: RecordedRequest;
	budget: Budget;
}

const travelOf = (res: Response) => res.locals as Travel;

/** The service as one express application, without a port. */
export function serviceApplication(around: Surroundings): Express {
	const app = express();
	app.disable('x-powered-by').disable('etag');
	app.locals.largestPage = around.largestPage;

	app.use((req, res, next) => {
		const authorization = readAuthorization(req, around.keys);
		const budget = authorization === 'analytics' ? around.budgets.analytics : around.budgets.rest;
		const entry = around.recording.begin(req, res, authorization);
		Object.assign(travelOf(res), { entry, budget });
		writeLimitHeaders(res, around.limits, budget);
		res.setHeader('Date', new Date(around.now()).toUTCString());
		if (around.latencyMs > 0) setTimeout(next, around.latencyMs);
		else next();
	});
	app.use(express.json({ limit: '50mb', strict: false }));
	app.use((req, res, next) => {
		const { entry, budget } = travelOf(res);
		entry.body = req.body;
		requireKey(entry.authorization);
		charge(req, res, around.limits, budget);
		around.faults.meet(req, res, next);
	});
	app.use(contractChecks(around.validateResponses));
	app.use(routes(around.world));
	app.use((req: Request) => {
		throw new Refusal(404, `${req.method} ${req.path} is not part of the service.`);
	});
	app.use(refusalAnswer(around.recording));
	return app;
}

/** Turns what a step threw into `{ "error": text }`, and records what the contract refused. */
function refusalAnswer(recording: Recording): ErrorRequestHandler {
	return (thrown: unknown, _req, res, next) => {
		if (res.headersSent) return next(thrown);
		const { entry } = travelOf(res);
		if (thrown instanceof Refusal) {
			res.status(thrown.status).json({ error: thrown.message });
		} else if (isContractFault(thrown) && thrown.status < 500) {
			const text = faultText(thrown);
			recording.refuse(entry, text);
			res.status(thrown.status).json({ error: text });
		} else {
			const reason = thrown instanceof Error ? thrown.message : String(thrown);
			recording.refuse(entry, `The sandbox itself broke the contract: ${reason}`);
			res.status(500).json({ error: reason });
		}
	};
}
