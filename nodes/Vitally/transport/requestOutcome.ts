import { VitallyError } from '../errors/vitallyError';
import type { Outcome } from './client';
import type { NetworkErrorKind } from './errors/networkErrors';
import { isErrorBody, isRejectedByWebPage, isWebPage } from './foreignBodies';
import type { RequestResult } from './httpRequest';

/** Network errors after which it is certain that the service received nothing. */
const NOT_RECEIVED: ReadonlySet<NetworkErrorKind> = new Set<NetworkErrorKind>([
	'notSent',
	'certificate',
	'invalidCertificate',
	'notTls',
	'blocked',
]);

/**
 * Follows a request through its attempts. As soon as an attempt leaves, its outcome is unknown until its own answer
 * arrives. What an earlier attempt has left unknown, only a success makes known.
 */
export class RequestOutcome {
	current: Outcome = 'notSent';
	private before: Outcome = 'notSent';

	attemptLeaves(): void {
		this.before = this.current;
		this.current = 'unknown';
	}

	attemptEnds(result: RequestResult): void {
		const outcome = outcomeOfAttempt(result);
		const isKnown = this.before !== 'unknown' || outcome === 'done';

		this.current = isKnown ? outcome : 'unknown';
	}
}

/** Returns what became of a single attempt. */
function outcomeOfAttempt(result: RequestResult): Outcome {
	if (!result.response) return isNotReceived(result) ? 'notSent' : 'unknown';

	const { status, body } = result.response;
	if (status < 300) return isErrorBody(body) || isWebPage(body) ? 'unknown' : 'done';

	return status < 500 && !isRejectedByWebPage(result.response) ? 'rejected' : 'unknown';
}

function isNotReceived({ error, kind }: { error: Error; kind: NetworkErrorKind }): boolean {
	// n8n's helper wraps an error of the credential's `authenticate`, which comes before the request.
	return NOT_RECEIVED.has(kind) || error.cause instanceof VitallyError;
}
