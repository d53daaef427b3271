import type { NextFunction, Request, Response } from 'express';

import { answerWithFault, showRecords, type ShownRecord } from './faultyAnswer.cts';

interface StatusFault {
	kind: 'status';
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** What goes wrong. `reset*` cut the connection: before the request had an effect, or after. */
export type FaultKind =
	| { kind: 'resetBefore' | 'resetAfter' | 'hang' | 'truncated' | 'notJson' | 'noDate' }
	| { kind: 'repeatCursor' | 'emptyPageWithCursor' | 'missingResults' }
	/** Records are shown in another form. A list leaves out those for which `as` returns `undefined`. */
	| { kind: 'shown'; as: (record: ShownRecord) => ShownRecord | undefined }
	| StatusFault
	| { kind: 'delay'; ms: number }
	/** The `Date` header is of a clock that is ahead by so much, or behind. */
	| { kind: 'wrongDate'; aheadByMs: number }
	| { kind: 'hold'; until: Promise<unknown> };

export type Fault = FaultKind & {
	/**
	 * The requests to which the fault applies; all when absent. `nth` 3 means every third of those that match
	 * the rest.
	 */
	on?: {
		method?: string;
		path?: string | RegExp;
		matches?: (request: Request) => boolean;
		nth?: number;
	};
	/** How often it applies; always when absent. */
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
		const fault = this.#findFault(req);
		if (!fault) return next();

		switch (fault.kind) {
			case 'hang':
				return;
			case 'resetBefore':
				req.socket.destroy();

				return;
			case 'delay':
				setTimeout(next, fault.ms);

				return;
			case 'hold':
				void fault.until.then(() => next());

				return;
			case 'status':
				return answerWithStatus(fault, res);
			case 'shown':
				showRecords(fault.as, res);

				return next();
			case 'wrongDate':
				res.setHeader('Date', shiftedDate(res, fault.aheadByMs));

				return next();
			case 'noDate':
				res.removeHeader('Date');
				res.sendDate = false;

				return next();
			default:
				answerWithFault(fault.kind, req, res);

				return next();
		}
	}

	/** Finds the fault that applies to a request, and counts the request for it. */
	#findFault(req: Request): Fault | undefined {
		for (const active of this.#active) {
			if (active.left === 0 || !appliesTo(active.fault, req)) continue;

			active.seen += 1;
			if (active.seen % (active.fault.on?.nth ?? 1) !== 0) continue;

			active.left -= 1;

			return active.fault;
		}

		return undefined;
	}
}

function appliesTo({ on = {} }: Fault, req: Request): boolean {
	const { method, path = '', matches } = on;
	if (method && method !== req.method) return false;

	const isPath = typeof path === 'string' ? req.path.startsWith(path) : path.test(req.path);
	if (!isPath) return false;

	return matches === undefined || matches(req);
}

function shiftedDate(res: Response, byMs: number): string {
	return new Date(Date.parse(String(res.getHeader('Date'))) + byMs).toUTCString();
}

function answerWithStatus({ status, body, headers = {} }: StatusFault, res: Response): void {
	res.set(headers).status(status);
	if (body === undefined || typeof body === 'string') res.send(body);
	else res.json(body);
}
