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
		now = 120 * MINUTE - 1;
		expect(records.recall('a')).toEqual({ id: '1', isRecent: false });
		now = 120 * MINUTE;
		expect(records.recall('a')).toBeUndefined();
	});

	it('are 40,000 at most, and the newest 20,000 at least', () => {
		let most = 0;
		for (let index = 0; index < 70_000; index++) {
			records.remember(`key ${index}`, `${index}`);
			most = Math.max(most, records.size);
		}
		expect(most).toBe(40_000);
		expect(records.recall('key 39999')).toBeUndefined();
		expect(records.recall('key 50000')).toMatchObject({ id: '50000' });
	});

	it('are forgotten when they turn out to be gone', () => {
		records.remember('a', '1');
		records.forget('a');
		expect(records.recall('a')).toBeUndefined();
		records.remember('b', '2');
		records.forget('2');
		expect(records.recall('b')).toBeUndefined();
	});
});
