import { unknownOutcomeError } from '../../errors/unknownOutcome';
import { VitallyError } from '../../errors/vitallyError';
import type { Outcome, ServiceRequest, ServiceResponse } from '../client';

/** Whether a request may have changed something, so that an error after it has to say so. */
export function mayBeSaved({ method }: Pick<ServiceRequest, 'method'>, outcome: Outcome): boolean {
	return method !== 'GET' && (outcome === 'done' || outcome === 'unknown');
}

/**
 * Returns an error about a response. All of them are made here, so that each says where a change may have been saved
 * although its item fails.
 */
export function responseError(
	{ request, outcome }: ServiceResponse,
	message: string,
	description: string,
	facts: VitallyError['facts'] = {},
): VitallyError {
	const error = new VitallyError(message, description, facts);

	return mayBeSaved(request, outcome) ? unknownOutcomeError(error) : error;
}
