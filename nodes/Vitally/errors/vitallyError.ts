import type { NodeApiError } from 'n8n-workflow';

/** n8n's machine-readable cause of a failed run; n8n's trigger back-off reads it. */
export type Failure = NodeApiError['failure'];

/**
 * What the user is told when an item cannot be carried out.
 *
 * Pure code throws it without knowing node or item; `item.ts` and the methods of the editor turn it
 * into n8n's own class. The key must never be part of a text.
 */
export class VitallyError extends Error {
	/**
	 * @param message what happened, naming the field by its label in the editor
	 * @param description how to get unstuck
	 * @param facts `status`: HTTP status if the service answered; `failure`: n8n's machine-readable cause
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly facts: { status?: number; failure?: Failure } = {},
	) {
		super(message);
	}
}
