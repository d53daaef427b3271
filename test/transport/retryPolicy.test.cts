import type { RequestResult } from '../../nodes/Vitally/transport/httpRequest';
import {
	interruptionOf,
	isOutcomeUnknown,
	retryDelayMs,
	shouldRetry,
	type Interruption,
} from '../../nodes/Vitally/transport/send';
import type { NetworkErrorKind } from '../../nodes/Vitally/transport/errors/networkErrors';

const METHODS = ['GET', 'PUT', 'DELETE', 'POST'] as const;
const path = '/resources/accounts/a';
const answered = (status: number): RequestResult => ({
	response: { status, headers: {}, body: {} },
});

describe('interruptionOf', () => {
	it.each([200, 201, 204, 400, 401, 404, 409, 500, 501])('is none for status %i', (status) => {
		expect(interruptionOf(answered(status))).toBeUndefined();
	});

	it.each([502, 503, 504])('is unavailable for status %i of a proxy', (status) => {
		expect(interruptionOf(answered(status))).toBe('unavailable');
	});

	it('is the kind of network error', () => {
		expect(interruptionOf({ error: new Error('No'), kind: 'timeout' })).toBe('timeout');
	});
});

describe('shouldRetry', () => {
	const retried = (failure: Interruption, method: (typeof METHODS)[number], idempotent?: boolean) =>
		[1, 2, 3].map((failures) => shouldRetry(failure, failures, { method, path, idempotent }));
	const threeAttempts = [true, true, false];
	const never = [false, false, false];

	it.each<Interruption>(['timeout', 'connectionLost', 'unavailable'])(
		'allows three attempts of what is idempotent after %s, and one of a creation',
		(failure) => {
			for (const method of ['GET', 'PUT', 'DELETE'] as const) {
				expect(retried(failure, method)).toEqual(threeAttempts);
			}
			expect(retried(failure, 'POST')).toEqual(never);
			expect(isOutcomeUnknown(failure)).toBe(true);
		},
	);

	it('follows the request where the method does not decide', () => {
		expect(retried('timeout', 'POST', true)).toEqual(threeAttempts);
		expect(retried('timeout', 'PUT', false)).toEqual(never);
	});

	it.each(METHODS)('allows three attempts of %s without a connection', (method) => {
		expect(retried('notSent', method)).toEqual(threeAttempts);
		expect(isOutcomeUnknown('notSent')).toBe(false);
	});

	it.each<NetworkErrorKind>(['cancelled', 'other'])('does not repeat %s', (failure) => {
		for (const method of METHODS) expect(retried(failure, method)).toEqual(never);
		expect(isOutcomeUnknown(failure)).toBe(false);
	});
});

describe('retryDelayMs', () => {
	it('grows, with jitter', () => {
		expect([1, 2].map((failures) => retryDelayMs(failures, () => 0))).toEqual([250, 500]);
		expect([1, 2].map((failures) => retryDelayMs(failures, () => 0.5))).toEqual([375, 750]);
	});
});
