import { addDeadline, type WriteRequest } from '../../nodes/Vitally/transport/client';
import * as readers from '../../nodes/Vitally/transport/responses';
import { clientOf } from './virtualClock.cts';

const SENT = { name: 'Acme', tags: ['a'] };
const request: WriteRequest = {
	method: 'PUT',
	path: '/accounts/a',
	target: 'noRecord',
	body: SENT,
};
const RECORD = { id: 'v1', name: 'New' };

describe('what is read of a response', () => {
	it.each<[Exclude<keyof typeof readers, 'hasId' | 'hasEntries'>, unknown, unknown]>([
		['recordFrom', RECORD, RECORD],
		['recordFrom', { name: 'New' }, 'is not a Vitally record'],
		['recordFrom', { id: '' }, 'is not a Vitally record'],
		['recordFrom', { id: 1 }, 'is not a Vitally record'],
		['recordFrom', undefined, 'is not a Vitally record'],
		['objectFrom', { name: 'New' }, { name: 'New' }],
		['objectFrom', {}, 'is not a Vitally record'],
		['objectFrom', '<html>', 'is not a Vitally record'],
		['recordsFrom', [RECORD, {}], [RECORD, {}]],
		['recordsFrom', RECORD, [RECORD]],
		['recordsFrom', [RECORD, 1], 'is not a Vitally record'],
		['recordFromWrite', RECORD, RECORD],
		['recordFromWrite', undefined, SENT],
		['recordFromWrite', null, SENT],
		['recordFromWrite', { name: 'New' }, 'could not be read'],
		['recordFromWrite', '', 'could not be read'],
		['recordFromCreation', RECORD, { ...SENT, ...RECORD }],
		['recordFromCreation', undefined, SENT],
		['optionalRecordFrom', undefined, undefined],
		['optionalRecordFrom', {}, {}],
		['optionalRecordFrom', [], 'could not be read'],
	])('is what %s returns, or its error: %j', (reader, body, expected) => {
		const read = () =>
			readers[reader]({ request, status: 200, headers: {}, body, outcome: 'done' });
		if (typeof expected === 'string') expect(read).toThrow(expected);
		else expect(read()).toEqual(expected);
	});
});

describe('a client with a deadline', () => {
	const client = clientOf(async () => {});

	it('waits no longer than that, nor than before', () => {
		expect(addDeadline(client, 1_000)).toMatchObject({ maxWaitMs: 1_000 });
		expect(addDeadline({ ...client, maxWaitMs: 10 }, 1_000.5)).toMatchObject({ maxWaitMs: 10 });
		expect(addDeadline(client, 1_000).signal).toBeInstanceOf(AbortSignal);
	});

	it('is the same without a limit', () => expect(addDeadline(client, Infinity)).toBe(client));
});
