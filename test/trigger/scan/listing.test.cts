import { Listing } from '../../../nodes/Vitally/trigger/scan/listing';

const KNOWN = ['a', 'b'];

describe('what readings of a whole list show of the records that are known', () => {
	/** The records that are deleted after each reading, under those that it shows. */
	const deletedAfter = (...readings: string[][]) => {
		const listing = new Listing();

		const deleted = readings.map((shown, index) => {
			listing.begin(KNOWN);
			for (const key of shown) listing.note(key);

			return [`reading ${index + 1}, which shows ${shown.join()}`, listing.end()] as const;
		});

		return Object.fromEntries(deleted);
	};

	it('deletes a record that two readings in a row do not show', () => {
		expect(deletedAfter(['a'], ['a'])).toEqual({
			'reading 1, which shows a': [],
			'reading 2, which shows a': ['b'],
		});
	});

	it('keeps a record that one reading misses, between two that show it', () => {
		expect(deletedAfter(['a', 'b'], ['a'], ['a', 'b'], ['a'])).toEqual({
			'reading 1, which shows a,b': [],
			'reading 2, which shows a': [],
			'reading 3, which shows a,b': [],
			'reading 4, which shows a': [],
		});
	});

	it('keeps a record that is seen elsewhere between two readings that miss it', () => {
		const listing = new Listing();

		const read = () => {
			listing.begin(KNOWN);
			listing.note('a');

			return listing.end();
		};

		const first = read();

		listing.note('b');
		const second = read();

		expect({ goneAfterFirstReading: first, goneAfterSecondReading: second }).toEqual({
			goneAfterFirstReading: [],
			goneAfterSecondReading: [],
		});
	});

	it('store the keys of those that are missing first, then of those that are not listed yet', () => {
		const keys = ['a', 'b', 'c'];
		const listing = new Listing();

		listing.begin(keys);
		for (const key of ['a', 'c']) listing.note(key);
		listing.end();
		listing.begin(keys);
		listing.note('a');

		expect(listing.arrange(keys)).toEqual({ keys: ['b', 'c', 'a'], missing: 1, unlisted: 2 });
	});

	it('store the keys that a reading has not shown yet first, where none is missing', () => {
		const listing = new Listing();

		listing.begin(['a', 'b', 'c']);
		listing.note('a');

		expect(listing.arrange(['a', 'b', 'c'])).toEqual({
			keys: ['b', 'c', 'a'],
			missing: undefined,
			unlisted: 2,
		});
	});

	it('store the keys of those that are missing first, where no reading has begun', () => {
		const listing = new Listing();

		listing.begin(['a', 'b', 'c']);
		for (const key of ['a', 'c']) listing.note(key);
		listing.end();

		expect(listing.arrange(['a', 'b', 'c'])).toEqual({
			keys: ['b', 'a', 'c'],
			missing: 1,
			unlisted: undefined,
		});
	});

	it('store the keys in their order alone, where all are listed', () => {
		expect(new Listing().arrange(['a', 'b', 'c'])).toEqual({ keys: ['a', 'b', 'c'] });
	});

	it('adds what each part of a state has stored', () => {
		const listing = new Listing();

		listing.add(['a', 'b'], { missing: 1, unlisted: 2 });
		listing.add(['c', 'd'], { missing: 1, unlisted: 2 });

		expect(listing.arrange(['a', 'b', 'c', 'd', 'e'])).toEqual({
			keys: ['a', 'c', 'b', 'd', 'e'],
			missing: 2,
			unlisted: 4,
		});
	});

	it('deletes no record that all readings show', () => {
		expect(deletedAfter(KNOWN, KNOWN, KNOWN)).toEqual({
			'reading 1, which shows a,b': [],
			'reading 2, which shows a,b': [],
			'reading 3, which shows a,b': [],
		});
	});
});
