import { addDeadline, type WriteRequest } from '../../nodes/Vitally/transport/client';
import * as readers from '../../nodes/Vitally/transport/responses';
import { errorOf } from '../errors/thrownError.cts';
import { clientOf } from './virtualClock.cts';

const SENT = { name: 'Acme', tags: ['a'] };
const request: WriteRequest = {
	method: 'PUT',
	path: '/accounts/a',
	target: 'noRecord',
	body: SENT,
};
const RECORD = { id: 'v1', name: 'New' };

type Reader = Exclude<keyof typeof readers, 'hasId' | 'hasEntries'>;

const read = (reader: Reader, body: unknown) =>
	readers[reader]({ request, status: 200, headers: {}, body, outcome: 'done' });

describe('a reader of responses', () => {
	it.each<{ reader: Reader; body: unknown; returned: unknown }>([
		{ reader: 'recordFrom', body: RECORD, returned: RECORD },
		{ reader: 'objectFrom', body: { name: 'New' }, returned: { name: 'New' } },
		{ reader: 'recordsFrom', body: [RECORD, {}], returned: [RECORD, {}] },
		{ reader: 'recordsFrom', body: RECORD, returned: [RECORD] },
		{ reader: 'recordFromWrite', body: RECORD, returned: RECORD },
		{ reader: 'recordFromWrite', body: undefined, returned: SENT },
		{ reader: 'recordFromWrite', body: null, returned: SENT },
		{ reader: 'recordFromCreation', body: RECORD, returned: { ...SENT, ...RECORD } },
		{ reader: 'recordFromCreation', body: undefined, returned: SENT },
		{ reader: 'optionalRecordFrom', body: undefined, returned: undefined },
		{ reader: 'optionalRecordFrom', body: {}, returned: {} },
	])('returns by $reader for the body $body: $returned', ({ reader, body, returned }) => {
		expect(read(reader, body)).toEqual(returned);
	});

	const notRecord = 'The response is not a Vitally record';
	const notReadable = "Vitally's response to the change could not be read";

	it.each<{ reader: Reader; body: unknown; message: string }>([
		{ reader: 'recordFrom', body: { name: 'New' }, message: notRecord },
		{ reader: 'recordFrom', body: { id: '' }, message: notRecord },
		{ reader: 'recordFrom', body: { id: 1 }, message: notRecord },
		{ reader: 'recordFrom', body: undefined, message: notRecord },
		{ reader: 'objectFrom', body: {}, message: notRecord },
		{ reader: 'objectFrom', body: '<html>', message: notRecord },
		{ reader: 'recordsFrom', body: [RECORD, 1], message: notRecord },
		{ reader: 'recordFromWrite', body: { name: 'New' }, message: notReadable },
		{ reader: 'recordFromWrite', body: '', message: notReadable },
		{ reader: 'optionalRecordFrom', body: [], message: notReadable },
	])(
		'rejects by $reader the body $body, after which the change may have been saved',
		({ reader, body, message }) => {
			expect(errorOf(() => read(reader, body))).toEqual({
				class: 'VitallyError',
				message,
				description:
					"The change may have been saved. Check the record in Vitally before you run this item again. Check 'Data Center' and the fields below it in the credential: the response may be from a proxy instead of Vitally. (HTTP 200, PUT /accounts/a)",
				facts: { status: 200, isOutcomeUnknown: true },
			});
		},
	);
});

describe('a client with a deadline', () => {
	const client = clientOf(async () => {});

	it.each([
		{ name: 'the deadline', before: 300_000, deadline: 1_000, maxWaitMs: 1_000 },
		{ name: 'before, where that is shorter', before: 10, deadline: 1_000, maxWaitMs: 10 },
	])('waits no longer than $name', ({ before, deadline, maxWaitMs }) => {
		const limited = addDeadline({ ...client, maxWaitMs: before }, deadline);

		expect({ maxWaitMs: limited.maxWaitMs }).toEqual({ maxWaitMs });
	});

	it.each([
		{ time: 'at the deadline', deadline: 1_000, timerMs: 1_000 },
		{ time: 'at the millisecond after a deadline within one', deadline: 1_000.5, timerMs: 1_001 },
	])('ends its requests $time', ({ deadline, timerMs }) => {
		const timer = new AbortController();
		const setTimer = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
		const { signal } = addDeadline(client, deadline);
		const timersMs = setTimer.mock.calls.flat();

		setTimer.mockRestore();

		expect({ timersMs, isEndedByTimer: signal === timer.signal }).toEqual({
			timersMs: [timerMs],
			isEndedByTimer: true,
		});
	});

	it('stays the same without a limit', () => expect(addDeadline(client, Infinity)).toBe(client));
});
