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

	it.each([
		{ age: 'just under ten minutes', ms: 10 * MINUTE - 1, as: 'recent' },
		{ age: 'ten minutes', ms: 10 * MINUTE, as: 'not recent' },
		{ age: 'just under two hours', ms: 120 * MINUTE - 1, as: 'not recent' },
		{ age: 'two hours', ms: 120 * MINUTE, as: 'forgotten' },
	])('remembers a record after $age as $as', ({ ms, as }) => {
		remember('a', '1');
		now = ms;
		const [record] = records.recall('a');
		const recalledAs = record?.isRecent ? 'recent' : 'not recent';

		expect({ record: record ? recalledAs : 'forgotten' }).toEqual({ record: as });
	});

	it('returns with a record the API key that created it', () => {
		remember('a', '1');

		expect(records.recall('a')).toEqual([{ id: '1', rateLimitKey: 'k1', isRecent: true }]);
	});

	it('remembers the newest 20,000 records at least, and 40,000 at most', () => {
		for (let index = 0; index < 60_000; index++) remember(`key ${index}`, `${index}`);

		expect({ oldest: idsOf('key 20000'), older: idsOf('key 19999') }).toEqual({
			oldest: ['20000'],
			older: [],
		});

		remember('key 60000', '60000');

		expect({ oldest: idsOf('key 40000'), older: idsOf('key 39999') }).toEqual({
			oldest: ['40000'],
			older: [],
		});
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

	it('keeps the other records of a key where one of them turns out to be gone', () => {
		remember('a', 'there');
		remember('a', 'gone');
		records.forget('gone');

		expect({ remembered: idsOf('a') }).toEqual({ remembered: ['there'] });
	});

	it('keeps the records of other keys where one turns out to be gone', () => {
		remember('a', 'gone');
		remember('b', 'there');
		records.forget('gone');

		expect({ remembered: idsOf('b') }).toEqual({ remembered: ['there'] });
	});

	it('forgets the last record of a key', () => {
		remember('a', 'gone');
		records.forget('gone');

		expect({ remembered: idsOf('a') }).toEqual({ remembered: [] });
	});
});
