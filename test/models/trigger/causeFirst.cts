import fc from 'fast-check';

/**
 * Reports a property that does not hold by what broke, and below it the values that broke it: a history fills pages.
 *
 * @throws Error where it does not hold
 */
export function causeFirst<Values>(details: fc.RunDetails<Values>): void {
	if (!details.failed) return;

	const { errorInstance } = details;
	const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);

	throw new Error(`${cause}\n\n${fc.defaultReportMessage(details)}`);
}
