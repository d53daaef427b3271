import type { Request, Response } from 'express';

import type { Authorization } from './authentication.cts';

/** What the sandbox remembers of a request. */
export interface RecordedRequest {
	method: string;
	/** The path as it was sent, not decoded, so that tests see how ids were encoded. */
	path: string;
	query: Record<string, unknown>;
	host: string;
	authorization: Authorization;
	body: unknown;
	/** Null while unanswered, and when a fault cut the connection. */
	status: number | null;
	/** Set if the contract does not know the request, not if the state rejected it. */
	rejectionReason?: string;
}

interface RecordingOptions {
	/** False for long runs: only contract errors and the in-flight count are kept. */
	keepsRequests: boolean;
	/** Called with each entry when its request has ended. */
	onEnd?: (entry: RecordedRequest) => void;
}

/** The requests that a sandbox received, in the order of arrival. */
export class Recording {
	readonly requests: RecordedRequest[] = [];
	readonly #contractErrors: RecordedRequest[] = [];
	#inFlight = 0;
	#maxInFlight = 0;

	constructor(private readonly options: RecordingOptions) {}

	/** The highest number of requests that were open at the same time. */
	get maxInFlight(): number {
		return this.#maxInFlight;
	}

	/** Starts an entry, and completes it when the response ends. */
	begin(req: Request, res: Response, authorization: Authorization): RecordedRequest {
		const entry: RecordedRequest = {
			method: req.method,
			path: req.originalUrl.split('?', 1)[0],
			query: { ...req.query },
			host: req.headers.host ?? '',
			authorization,
			body: undefined,
			status: null,
		};
		if (this.options.keepsRequests) this.requests.push(entry);

		this.#inFlight += 1;
		this.#maxInFlight = Math.max(this.#maxInFlight, this.#inFlight);

		res.once('close', () => {
			this.#inFlight -= 1;
			this.options.onEnd?.(entry);
		});
		res.once('finish', () => {
			entry.status = res.statusCode;
		});

		return entry;
	}

	/** Marks a request that the contract does not know. */
	addContractError(entry: RecordedRequest, reason: string): void {
		entry.rejectionReason = reason;
		this.#contractErrors.push(entry);
	}

	contractErrors(): RecordedRequest[] {
		return [...this.#contractErrors];
	}

	clear(): void {
		this.requests.length = 0;
		this.#contractErrors.length = 0;
		this.#maxInFlight = this.#inFlight;
	}
}
