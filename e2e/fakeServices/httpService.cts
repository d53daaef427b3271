import type { IDataObject } from 'n8n-workflow';

/** A request as it reached a service. */
export interface Call {
	method: string;
	host: string;
	path: string;
	query: URLSearchParams;
	/** The header, or an empty string. */
	authorization: string;
	/** From JSON or from a form; empty where nothing was sent. */
	body: IDataObject;
}

export interface Answer {
	/** 200 by default. */
	status?: number;
	body: object;
}

/** A small copy of a service with a fixed address: what the examples use of it, and nothing more. */
export interface HttpService {
	/** Its hosts as a certificate names them: `*.` is one label. */
	hosts: string[];
	/** One of each type that its nodes ask for. */
	credentials: StoredCredential[];
	/**
	 * Does what the call asks for.
	 *
	 * @throws Error with what is wrong with the call
	 */
	answer(call: Call): Answer;
	/** Back to the start. */
	reset(): void;
}

/** A credential as `n8n import:credentials` accepts it. */
export interface StoredCredential {
	id: string;
	name: string;
	type: string;
	data: IDataObject;
}

/** For what a service does not know; the check fails with it. */
export function assertCall(condition: unknown, what: string): asserts condition {
	if (!condition) throw new Error(what);
}
