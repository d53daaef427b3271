import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type { NetworkErrorKind } from '../../nodes/Vitally/transport/errors/networkErrors';
import type { RequestResult } from '../../nodes/Vitally/transport/httpRequest';
import { RequestOutcome } from '../../nodes/Vitally/transport/requestOutcome';

const request = { method: 'PUT', path: '/resources/accounts/a', target: 'noRecord' } as const;

const answer = (status: number, body: unknown = {}): RequestResult => ({
	response: { request, status, headers: {}, body },
});

const failure = (kind: NetworkErrorKind, cause?: Error): RequestResult => ({
	error: new Error('failed', { cause }),
	kind,
});

const DONE = answer(200, { id: 'a' });
const REJECTED = answer(400);
const LOST = failure('connectionLost');
const NOT_SENT = failure('notSent');

/** What became of a request whose attempts ended so, one after the other. */
function outcomeOf(...results: RequestResult[]) {
	const outcome = new RequestOutcome();

	for (const result of results) {
		outcome.attemptLeaves();
		outcome.attemptEnds(result);
	}

	return { outcome: outcome.current };
}

describe('what became of a request', () => {
	it.each([
		{ status: 200, body: { id: 'a' }, outcome: 'done' },
		{ status: 204, body: undefined, outcome: 'done' },
		{ status: 299, body: {}, outcome: 'done' },
		{ status: 200, body: { error: 'No' }, outcome: 'unknown' },
		{ status: 200, body: { success: false }, outcome: 'unknown' },
		{ status: 200, body: '<html>', outcome: 'unknown' },
		{ status: 300, body: {}, outcome: 'rejected' },
		{ status: 400, body: {}, outcome: 'rejected' },
		{ status: 404, body: {}, outcome: 'rejected' },
		{ status: 404, body: '<html>', outcome: 'unknown' },
		{ status: 407, body: '<html>', outcome: 'rejected' },
		{ status: 413, body: '<html>', outcome: 'rejected' },
		{ status: 429, body: '<html>', outcome: 'rejected' },
		{ status: 499, body: {}, outcome: 'rejected' },
		{ status: 500, body: {}, outcome: 'unknown' },
		{ status: 503, body: {}, outcome: 'unknown' },
	])('counts as $outcome after HTTP $status with the body $body', ({ status, body, outcome }) => {
		expect(outcomeOf(answer(status, body))).toEqual({ outcome });
	});

	it.each<{ kind: NetworkErrorKind; outcome: string }>([
		{ kind: 'notSent', outcome: 'notSent' },
		{ kind: 'certificate', outcome: 'notSent' },
		{ kind: 'invalidCertificate', outcome: 'notSent' },
		{ kind: 'notTls', outcome: 'notSent' },
		{ kind: 'blocked', outcome: 'notSent' },
		{ kind: 'timeout', outcome: 'unknown' },
		{ kind: 'connectionLost', outcome: 'unknown' },
		{ kind: 'other', outcome: 'unknown' },
	])('counts as $outcome after the network error $kind', ({ kind, outcome }) => {
		expect(outcomeOf(failure(kind))).toEqual({ outcome });
	});

	it('counts as notSent after an error of the credential, which comes before the request', () => {
		const denied = new VitallyError('The credential is read-only', '');

		expect(outcomeOf(failure('other', denied))).toEqual({ outcome: 'notSent' });
	});

	it.each<{ attempts: string; results: RequestResult[]; outcome: string }>([
		{ attempts: 'no attempt', results: [], outcome: 'notSent' },
		{
			attempts: 'one that is not sent, and a rejection',
			results: [NOT_SENT, REJECTED],
			outcome: 'rejected',
		},
		{
			attempts: 'a rejection, and one that is not sent',
			results: [REJECTED, NOT_SENT],
			outcome: 'notSent',
		},
		{ attempts: 'a lost answer, and a success', results: [LOST, DONE], outcome: 'done' },
		{ attempts: 'a lost answer, and a rejection', results: [LOST, REJECTED], outcome: 'unknown' },
		{
			attempts: 'a lost answer, and one that is not sent',
			results: [LOST, NOT_SENT],
			outcome: 'unknown',
		},
		{
			attempts: 'a lost answer, and two rejections',
			results: [LOST, REJECTED, REJECTED],
			outcome: 'unknown',
		},
	])('counts as $outcome after $attempts', ({ results, outcome }) => {
		expect(outcomeOf(...results)).toEqual({ outcome });
	});

	it('counts as unknown while an attempt is on its way', () => {
		const outcome = new RequestOutcome();

		outcome.attemptLeaves();

		expect({ outcome: outcome.current }).toEqual({ outcome: 'unknown' });
	});
});
