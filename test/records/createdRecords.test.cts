import { CreatedRecords } from '../../nodes/Vitally/records/creation/createdRecords';

const MINUTE = 60_000;

describe('createdRecords', () => {
	let now: number;
	let records: CreatedRecords;

	beforeEach(() => {
		now = 0;
		records = new CreatedRecords(() => now);
	});

	const remember = (key: string, id: string) => records.remember(key, { id, rateLimitKey: 'k1' });
	const idsOf = (key: string) => records.recall(key).map(({ id }) => id);

	it('remembers a record for two hours, for ten minutes as a recent one', () => {
		remember('a', '1');
		now = 10 * MINUTE - 1;

		expect(records.recall('a')).toEqual([{ id: '1', rateLimitKey: 'k1', isRecent: true }]);

		now = 10 * MINUTE;

		expect(records.recall('a')).toEqual([{ id: '1', rateLimitKey: 'k1', isRecent: false }]);

		now = 120 * MINUTE - 1;

		expect(records.recall('a')).toEqual([{ id: '1', rateLimitKey: 'k1', isRecent: false }]);

		now = 120 * MINUTE;

		expect(records.recall('a')).toEqual([]);
	});

	it('remembers the newest 20,000 records at least, and 40,000 at most', () => {
		for (let index = 0; index < 60_000; index++) remember(`key ${index}`, `${index}`);

		expect(idsOf('key 19999')).toEqual([]);
		expect(idsOf('key 20000')).toEqual(['20000']);

		remember('key 60000', '60000');

		expect(idsOf('key 39999')).toEqual([]);
		expect(idsOf('key 40000')).toEqual(['40000']);
	});

	it('returns first the newest record that was created with a key', () => {
		remember('a', 'older');
		remember('a', 'newer');

		expect(idsOf('a')).toEqual(['newer', 'older']);
	});

	it('returns a record only by the last key under which it was remembered', () => {
		remember('a', '1');
		remember('b', '1');

		expect({ a: idsOf('a'), b: idsOf('b') }).toEqual({ a: [], b: ['1'] });
	});

	it('forgets a record that turns out to be gone, and no other one of its key', () => {
		remember('a', '1');
		remember('a', '2');
		records.forget('2');

		expect(idsOf('a')).toEqual(['1']);

		records.forget('1');

		expect(idsOf('a')).toEqual([]);
	});
});
