import type { NextFunction, Request, Response } from 'express';
import { answerWithFault } from './faultyAnswer.cts';

/** What goes wrong. `reset*` cut the connection: before the request had an effect, or after. */
export type FaultKind =
	| { kind: 'resetBefore' | 'resetAfter' | 'hang' | 'truncated' | 'notJson' }
	| { kind: 'repeatCursor' | 'emptyPageWithCursor' | 'missingResults' }
	| { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
	| { kind: 'delay'; ms: number };

export type Fault = FaultKind & {
	/** Which requests; all when absent. `nth` 3 means every third of those that match the rest. */
	on?: { method?: string; path?: string | RegExp; nth?: number };
	/** How often; for ever when absent. */
	times?: number;
};

interface Armed {
	fault: Fault;
	seen: number;
	left: number;
}

/** Faults on demand. A request meets at most one: the first that was added and fits. */
export class Faults {
	#armed: Armed[] = [];

	add(fault: Fault): void {
		this.#armed.push({ fault, seen: 0, left: fault.times ?? Infinity });
	}

	clear(): void {
		this.#armed = [];
	}

	/** Middleware: breaks the request, or lets it pass with its answer to be broken later. */
	meet(req: Request, res: Response, next: NextFunction): void {
		const fault = this.#take(req);
		if (!fault) return next();
		if (fault.kind === 'resetBefore') req.socket.destroy();
		else if (fault.kind === 'delay') setTimeout(next, fault.ms);
		else if (fault.kind === 'status') {
			res.set(fault.headers ?? {}).status(fault.status);
			if (fault.body === undefined || typeof fault.body === 'string') res.send(fault.body);
			else res.json(fault.body);
		} else if (fault.kind !== 'hang') {
			answerWithFault(fault.kind, req, res);
			next();
		}
	}

	#take(req: Request): Fault | undefined {
		for (const armed of this.#armed) {
			const { method, path = '', nth = 1 } = armed.fault.on ?? {};
			if (armed.left === 0 || (method && method !== req.method)) continue;
			if (typeof path === 'string' ? !req.path.startsWith(path) : !path.test(req.path)) continue;
			armed.seen += 1;
			if (armed.seen % nth !== 0) continue;
			armed.left -= 1;
			return armed.fault;
		}
		return undefined;
	}
}
