import type { IDataObject, NodeApiError } from 'n8n-workflow';

/** n8n's machine-readable cause of a failed run; n8n's trigger back-off reads it. */
export type Failure = NodeApiError['failure'];

/** What programs need of an error: n8n, and the code that handles it. */
interface ErrorFacts {
	/** The HTTP status, if the service responded. */
	status?: number;
	failure?: Failure;
	/** The service's own text, without the key. */
	serviceMessage?: string;
	/** The label in the editor of the field whose value is at fault. */
	field?: string;
	/** Whether a change may have been saved although the item fails; see `unknownOutcomeError`. */
	isOutcomeUnknown?: boolean;
	/** Further data for the error item and for n8n's error context. */
	details?: IDataObject;
}

/**
 * The error of an item that cannot be executed, with a message for the user.
 *
 * It is thrown without a node or item; the entry points and the editor's methods convert it to an error class of
 * n8n. The message must never contain the key.
 */
export class VitallyError extends Error {
	/**
	 * @param message says what happened, and names the field by its label in the editor
	 * @param description says how to get unstuck
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly facts: ErrorFacts = {},
	) {
		super(message);
	}
}

/** Whether an error says that Vitally does not have a record. */
export function isMissingError(error: unknown): error is VitallyError {
	return error instanceof VitallyError && error.facts.status === 404;
}
