import type { NextFunction, Request, Response } from 'express';

import { answerWithFault } from './faultyAnswer.cts';

/** What goes wrong. `reset*` cut the connection: before the request had an effect, or after. */
export type FaultKind =
	| { kind: 'resetBefore' | 'resetAfter' | 'hang' | 'truncated' | 'notJson' | 'noDate' }
	| { kind: 'repeatCursor' | 'emptyPageWithCursor' | 'missingResults' }
	| { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
	| { kind: 'delay'; ms: number }
	| { kind: 'hold'; until: Promise<unknown> };

export type Fault = FaultKind & {
	/** Which requests; all when absent. `nth` 3 means every third of those that match the rest. */
	on?: {
		method?: string;
		path?: string | RegExp;
		matches?: (request: Request) => boolean;
		nth?: number;
	};
	/** How often; always when absent. */
	times?: number;
};

interface ActiveFault {
	fault: Fault;
	seen: number;
	left: number;
}

/** Faults on demand. At most one applies to a request: the first that was added and fits. */
export class Faults {
	#active: ActiveFault[] = [];

	add(fault: Fault): void {
		this.#active.push({ fault, seen: 0, left: fault.times ?? Infinity });
	}

	clear(): void {
		this.#active = [];
	}

	/** Middleware: breaks the request, or lets it pass with its answer to be broken later. */
	intercept(req: Request, res: Response, next: NextFunction): void {
		const fault = this.#matching(req);
		if (!fault) return next();

		if (fault.kind === 'resetBefore') req.socket.destroy();
		else if (fault.kind === 'delay') setTimeout(next, fault.ms);
		else if (fault.kind === 'hold') void fault.until.then(() => next());
		else if (fault.kind === 'noDate') {
			res.removeHeader('Date');
			res.sendDate = false;
			next();
		} else if (fault.kind === 'status') {
			res.set(fault.headers ?? {}).status(fault.status);
			if (fault.body === undefined || typeof fault.body === 'string') res.send(fault.body);
			else res.json(fault.body);
		} else if (fault.kind !== 'hang') {
			answerWithFault(fault.kind, req, res);
			next();
		}
	}

	#matching(req: Request): Fault | undefined {
		for (const active of this.#active) {
			const { method, path = '', matches, nth = 1 } = active.fault.on ?? {};
			if (active.left === 0 || (method && method !== req.method)) continue;
			if (typeof path === 'string' ? !req.path.startsWith(path) : !path.test(req.path)) continue;
			if (matches?.(req) === false) continue;

			active.seen += 1;
			if (active.seen % nth !== 0) continue;

			active.left -= 1;

			return active.fault;
		}

		return undefined;
	}
}
