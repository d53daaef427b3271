import type { IDataObject } from 'n8n-workflow';

/** A request as it reached a service. */
export interface Call {
	method: string;
	path: string;
	query: URLSearchParams;
	/** The body, which was sent as JSON or as a form; empty where nothing was sent. */
	body: IDataObject;
}

/** A small copy of a service with a fixed address: what the examples use of it, and nothing more. */
export interface HttpService {
	host: string;
	/** The header that every request needs. */
	authorization: string;
	/** The data of the credentials that its nodes ask for, by type. */
	credentials: Record<string, IDataObject>;
	/**
	 * Does what the call asks for.
	 *
	 * @returns the body of the answer
	 * @throws Error with what is wrong with the call
	 * @throws Rejection where the service rejects a call that it knows
	 */
	answer(call: Call): object;
	/** Returns to the start. */
	reset(): void;
}

/** @throws Error for what a service does not know, with which the check fails */
export function assertCall(condition: unknown, what: string): asserts condition {
	if (!condition) throw new Error(what);
}

/** The answer of a service that rejects what it was asked for, with which a check goes on. */
export class Rejection extends Error {
	constructor(readonly body: object) {
		super('The service rejects the call');
	}
}
