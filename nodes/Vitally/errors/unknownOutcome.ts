import { VitallyError } from './vitallyError';

/** What the error of a change says that may have been carried out. */
export const MAY_HAVE_BEEN_SAVED =
	'The change may have been saved. Check the record in Vitally before you run this item again.';

/** Whether an error is that of a change that may have been carried out. */
export function isOutcomeUnknown(error: unknown): error is VitallyError {
	return error instanceof VitallyError && error.facts.isOutcomeUnknown === true;
}

/**
 * Returns the error of a change that may have been carried out, with a sentence that says so.
 *
 * @param cause may belong to other items too, for example that of a look-up, so it is not changed itself
 */
export function unknownOutcomeError(cause: unknown): VitallyError {
	if (isOutcomeUnknown(cause)) return cause;

	const { message, description = '', facts } = cause as Error & Partial<VitallyError>;
	const error = new VitallyError(message, `${MAY_HAVE_BEEN_SAVED} ${description ?? ''}`.trim(), {
		...facts,
		isOutcomeUnknown: true,
	});

	error.cause = cause;

	return error;
}
