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

describe('a reader of responses', () => {
	it.each<{
		reader: Exclude<keyof typeof readers, 'hasId' | 'hasEntries'>;
		body: unknown;
		expected: unknown;
	}>([
		{ reader: 'recordFrom', body: RECORD, expected: RECORD },
		{ reader: 'recordFrom', body: { name: 'New' }, expected: 'is not a Vitally record' },
		{ reader: 'recordFrom', body: { id: '' }, expected: 'is not a Vitally record' },
		{ reader: 'recordFrom', body: { id: 1 }, expected: 'is not a Vitally record' },
		{ reader: 'recordFrom', body: undefined, expected: 'is not a Vitally record' },
		{ reader: 'objectFrom', body: { name: 'New' }, expected: { name: 'New' } },
		{ reader: 'objectFrom', body: {}, expected: 'is not a Vitally record' },
		{ reader: 'objectFrom', body: '<html>', expected: 'is not a Vitally record' },
		{ reader: 'recordsFrom', body: [RECORD, {}], expected: [RECORD, {}] },
		{ reader: 'recordsFrom', body: RECORD, expected: [RECORD] },
		{ reader: 'recordsFrom', body: [RECORD, 1], expected: 'is not a Vitally record' },
		{ reader: 'recordFromWrite', body: RECORD, expected: RECORD },
		{ reader: 'recordFromWrite', body: undefined, expected: SENT },
		{ reader: 'recordFromWrite', body: null, expected: SENT },
		{ reader: 'recordFromWrite', body: { name: 'New' }, expected: 'could not be read' },
		{ reader: 'recordFromWrite', body: '', expected: 'could not be read' },
		{ reader: 'recordFromCreation', body: RECORD, expected: { ...SENT, ...RECORD } },
		{ reader: 'recordFromCreation', body: undefined, expected: SENT },
		{ reader: 'optionalRecordFrom', body: undefined, expected: undefined },
		{ reader: 'optionalRecordFrom', body: {}, expected: {} },
		{ reader: 'optionalRecordFrom', body: [], expected: 'could not be read' },
	])('returns $expected, or fails so: $reader of $body', ({ reader, body, expected }) => {
		const read = () =>
			readers[reader]({ request, status: 200, headers: {}, body, outcome: 'done' });
		if (typeof expected === 'string') expect(read).toThrow(expected);
		else expect(read()).toEqual(expected);
	});
});

describe('a client with a deadline', () => {
	const client = clientOf(async () => {});

	it('waits no longer than the deadline, nor than before', () => {
		expect(addDeadline(client, 1_000)).toMatchObject({ maxWaitMs: 1_000 });
		expect(addDeadline({ ...client, maxWaitMs: 10 }, 1_000.5)).toMatchObject({ maxWaitMs: 10 });
		expect(addDeadline(client, 1_000).signal).toBeInstanceOf(AbortSignal);
	});

	it('stays the same without a limit', () => expect(addDeadline(client, Infinity)).toBe(client));
});
