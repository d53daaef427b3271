import { NodeApiError } from 'n8n-workflow';

import { VitallyError, type Failure } from '../../nodes/Vitally/errors/vitallyError';

/** What users, n8n and other code see of an error. */
export interface SeenError {
	class: string;
	message: string;
	/** How to get unstuck. */
	description?: string;
	/** See `VitallyError`. */
	facts?: VitallyError['facts'];
	/** What failed, as an error in n8n's class has it. */
	failure?: Failure;
}

/**
 * Returns the error with which a function ends, in all that it says. Where it ends without one, that is what is returned,
 * so that a failure shows the error that was due.
 */
export function errorOf(run: () => unknown): SeenError {
	let result: unknown;

	try {
		result = run();
	} catch (error) {
		return seenError(error);
	}

	return noError(result);
}

/** The same for a promise. */
export async function rejectionOf(promise: Promise<unknown>): Promise<SeenError> {
	const [outcome] = await Promise.allSettled([promise]);

	return outcome.status === 'rejected' ? seenError(outcome.reason) : noError(outcome.value);
}

/**
 * Returns the result of a function, or what its error says, so that a failure shows the result that was due and not the
 * error alone.
 */
export function resultOf(run: () => unknown): unknown {
	try {
		return run();
	} catch (error) {
		const { class: name, message } = seenError(error);

		return { error: `${name}: ${message}` };
	}
}

/** The same for a promise. */
export async function resolutionOf(promise: Promise<unknown>): Promise<unknown> {
	const [outcome] = await Promise.allSettled([promise]);

	return resultOf(() => {
		if (outcome.status === 'rejected') throw outcome.reason;

		return outcome.value;
	});
}

/** Returns an error in all that it says. */
export function seenError(error: unknown): SeenError {
	const { message, constructor } = error as Error;
	const { name } = constructor;

	if (error instanceof VitallyError) {
		const { description, facts } = error;

		return { class: name, message, description, facts };
	}

	if (error instanceof NodeApiError) {
		const { description, failure } = error;

		return { class: name, message, description: description ?? undefined, failure };
	}

	return { class: name, message };
}

function noError(result: unknown): SeenError {
	const end = result === undefined ? 'and no result' : `but the result ${JSON.stringify(result)}`;

	return { class: 'none', message: `There was no error, ${end}` };
}
