import { CreatedRecords } from '../../nodes/Vitally/records/findExisting';

const MINUTE = 60_000;

describe('the records that this process created', () => {
	let now: number;
	let records: CreatedRecords;
	beforeEach(() => {
		now = 0;
		records = new CreatedRecords(() => now);
	});

	it('are remembered for ten minutes', () => {
		records.remember('a', '1');
		now = 10 * MINUTE - 1;
		expect(records.recall('a')).toBe('1');
		now = 10 * MINUTE;
		expect(records.recall('a')).toBeUndefined();
		records.remember('b', '2');
		expect(records.size).toBe(1);
	});

	it('are 10,000 at most, the newest', () => {
		for (let index = 0; index < 12_000; index++) records.remember(`key ${index}`, `${index}`);
		expect(records.size).toBe(10_000);
		expect(records.recall('key 1999')).toBeUndefined();
		expect(records.recall('key 2000')).toBe('2000');
	});

	it('are forgotten when they turn out to be gone', () => {
		records.remember('a', '1');
		records.forget('a');
		expect(records.recall('a')).toBeUndefined();
	});
});
