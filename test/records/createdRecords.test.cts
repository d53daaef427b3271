import { CreatedRecords } from '../../nodes/Vitally/records/createdRecords';

const MINUTE = 60_000;

describe('the records that this process created', () => {
	let now: number;
	let records: CreatedRecords;

	beforeEach(() => {
		now = 0;
		records = new CreatedRecords(() => now);
	});

	it('are remembered for two hours, and count as recent for ten minutes', () => {
		records.remember('a', '1');
		now = 10 * MINUTE - 1;

		expect(records.recall('a')).toEqual({ id: '1', isRecent: true });

		now = 10 * MINUTE;

		expect(records.recall('a')).toEqual({ id: '1', isRecent: false });

		now = 120 * MINUTE - 1;

		expect(records.recall('a')).toEqual({ id: '1', isRecent: false });

		now = 120 * MINUTE;

		expect(records.recall('a')).toBeUndefined();
	});

	it('are the newest 20,000 at least, and 40,000 at most', () => {
		for (let index = 0; index < 60_000; index++) records.remember(`key ${index}`, `${index}`);

		expect(records.recall('key 19999')).toBeUndefined();
		expect(records.recall('key 20000')).toMatchObject({ id: '20000' });

		records.remember('key 60000', '60000');

		expect(records.recall('key 39999')).toBeUndefined();
		expect(records.recall('key 40000')).toMatchObject({ id: '40000' });
	});

	it('are forgotten when they turn out to be gone', () => {
		records.remember('a', '1');
		records.remember('b', '2');
		records.forget('a');
		records.forget('2');
		for (const key of ['a', 'b', '1', '2']) expect(records.recall(key)).toBeUndefined();
	});
});
