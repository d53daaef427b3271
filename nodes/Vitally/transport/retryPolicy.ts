import type { ServiceRequest } from './client';
import type { NetworkErrorKind } from './errors/networkErrors';
import type { RequestResult } from './httpRequest';

/** Why an attempt is no answer of the service: no response at all, or that of a gateway in its place. */
export type Failure = NetworkErrorKind | 'unavailable';

const MAX_ATTEMPTS = 3;

/** A gateway responds so when the service behind it does not answer. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** RFC 9110, 9.2.2, as far as the service knows these methods. */
const IDEMPOTENT_METHODS = new Set(['GET', 'PUT', 'DELETE']);

/** Failures after which it is unknown whether the service carried the request out. */
const OUTCOME_UNKNOWN: ReadonlySet<Failure> = new Set<Failure>([
	'connectionLost',
	'timeout',
	'unavailable',
]);

const BACKOFF_MS = 500;

/** @returns `undefined` when the service answered the request, with success or an error */
export function failureOf(result: RequestResult): Failure | undefined {
	if (!result.response) return result.kind;
	return UNAVAILABLE.has(result.response.status) ? 'unavailable' : undefined;
}

export function isOutcomeUnknown(failure: Failure): boolean {
	return OUTCOME_UNKNOWN.has(failure);
}

/**
 * Whether to send a request again after a failure: up to three times in all, if the service did not
 * receive it, or if carrying it out twice is the same as once.
 *
 * @param failures of this request, the last one included
 */
export function shouldRetry(failure: Failure, failures: number, request: ServiceRequest): boolean {
	if (failures >= MAX_ATTEMPTS) return false;
	if (failure === 'notSent') return true;
	const isIdempotent = request.idempotent ?? IDEMPOTENT_METHODS.has(request.method);
	return OUTCOME_UNKNOWN.has(failure) && isIdempotent;
}

/**
 * Milliseconds until the next attempt.
 *
 * @param random from 0 up to 1, as `Math.random`
 */
export function retryDelayMs(failures: number, random: () => number): number {
	return BACKOFF_MS * 2 ** (failures - 1) * (0.5 + 0.5 * random());
}
