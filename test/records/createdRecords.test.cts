import { CreatedRecords } from '../../nodes/Vitally/records/findExisting';

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
		now = 120 * MINUTE - 1;
		expect(records.recall('a')).toEqual({ id: '1', isRecent: false });
		now = 120 * MINUTE;
		expect(records.recall('a')).toBeUndefined();
		records.remember('b', '2');
		expect(records.size).toBe(1);
	});

	it('are 100,000 at most, the newest', () => {
		for (let index = 0; index < 120_000; index++) records.remember(`key ${index}`, `${index}`);
		expect(records.size).toBe(100_000);
		expect(records.recall('key 19999')).toBeUndefined();
		expect(records.recall('key 20000')).toMatchObject({ id: '20000' });
	});

	it('are forgotten when they turn out to be gone', () => {
		records.remember('a', '1');
		records.forget('a');
		expect(records.recall('a')).toBeUndefined();
		records.remember('b', '2');
		records.forgetId('2');
		expect(records.recall('b')).toBeUndefined();
	});
});
