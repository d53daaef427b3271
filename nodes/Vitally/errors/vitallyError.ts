import type { NodeApiError } from 'n8n-workflow';

/** n8n's machine-readable cause of a failed run; n8n's trigger back-off reads it. */
export type Failure = NodeApiError['failure'];

/** What an error says besides its texts. */
export interface ErrorFacts {
	/** HTTP status, if the service answered. */
	status?: number;
	/** n8n's machine-readable cause. */
	failure?: Failure;
	/** The service's own text, without the key. */
	said?: string;
	/** Label in the editor of the field whose value is at fault. */
	field?: string;
}

/**
 * What the user is told when an item cannot be carried out.
 *
 * Pure code throws it without knowing node or item; the doors of an item and the methods of the editor
 * turn it into n8n's own class. The key must never be part of a text.
 */
export class VitallyError extends Error {
	/**
	 * @param message what happened, naming the field by its label in the editor
	 * @param description how to get unstuck
	 * @param facts what programs read of it
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly facts: ErrorFacts = {},
	) {
		super(message);
	}
}
