import fc from 'fast-check';

import { ReadingPlan } from '../../../nodes/Vitally/operations/sync/readingPlan';

interface World {
	pages: number;
	/** The page of each wanted record. */
	places: number[];
	/** So many rows are read while a page is. */
	ahead: number;
}

/** Requests that the plan takes for records of which each stands on a page, or on none. */
function requestsOf({ pages, places, ahead }: World, needsWholeList = false) {
	const plan = new ReadingPlan(needsWholeList);
	const left = [...places];
	const seen = new Set<number>();
	let read = 0;
	const unknown = new Set<number>();
	const want = () => {
		const index = places.length - left.length;
		const place = left.shift() as number;
		plan.want();
		if (seen.has(place)) plan.show();
		else unknown.add(index);
	};
	const readPage = () => {
		seen.add(read);
		for (const index of unknown) {
			if (places[index] !== read) continue;
			unknown.delete(index);
			plan.show();
		}
		read++;
		plan.readPage();
	};
	for (let next = 0; left.length > 0; next++) {
		want();
		// Now and then a page comes before the next row is known.
		if (read < pages && plan.next() === 'page' && next % ahead === 0) readPage();
	}
	plan.wantNoMore();
	while (read < pages && plan.next() === 'page') readPage();
	const singles = needsWholeList ? places.length : unknown.size;
	return read + (read === pages ? 0 : singles);
}

const MISSING = -1;

describe('the plan of reading', () => {
	const world = fc
		.record({ pages: fc.integer({ min: 1, max: 200 }), ahead: fc.integer({ min: 1, max: 5 }) })
		.chain(({ pages, ahead }) =>
			fc.record({
				pages: fc.constant(pages),
				ahead: fc.constant(ahead),
				places: fc.oneof(
					fc.array(fc.integer({ min: -1, max: pages - 1 }), { minLength: 1, maxLength: 300 }),
					fc.array(fc.integer({ min: 0, max: Math.min(3, pages - 1) }), { minLength: 1 }),
					fc.array(fc.constantFrom(0, pages - 1, MISSING), { minLength: 1, maxLength: 40 }),
				),
			}),
		);

	it('never takes more than twice the better of list and single reads', () => {
		fc.assert(
			fc.property(world, (one) => {
				const last = Math.max(...one.places);
				const list = one.places.includes(MISSING) ? one.pages : last + 1;
				const best = Math.min(one.places.length, list);
				expect(requestsOf(one)).toBeLessThanOrEqual(2 * best);
			}),
			{ numRuns: 2000 },
		);
	});

	it('does so too where only the whole list tells', () => {
		fc.assert(
			fc.property(world, (one) => {
				const best = Math.min(one.places.length, one.pages);
				expect(requestsOf(one, true)).toBeLessThanOrEqual(2 * best);
			}),
			{ numRuns: 2000 },
		);
	});

	it.each([
		['one record', { pages: 120, places: [7], ahead: 1 }, 1],
		['two records', { pages: 120, places: [7, 99], ahead: 9 }, 2],
		['five records in a long list', { pages: 120, places: [7, 99, 50, 60, 70], ahead: 9 }, 8],
		['five records on one page', { pages: 1, places: [0, 0, 0, 0, 0], ahead: 1 }, 1],
		[
			'a table of nearly all records',
			{ pages: 120, places: Array.from({ length: 10_000 }, (_, i) => i % 120), ahead: 1 },
			120,
		],
		[
			'a small table in a very long list',
			{ pages: 10_000, places: Array.from({ length: 50 }, (_, i) => i * 200), ahead: 50 },
			96,
		],
	])('takes for %s', (_title, one, requests) => {
		expect(requestsOf(one)).toBe(requests);
	});
});
