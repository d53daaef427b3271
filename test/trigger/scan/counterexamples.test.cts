import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import type { FeedConfig, ServiceRecord } from '../../../nodes/Vitally/trigger/scan/types';
import { configOf, type Page, pollPages, timestampAt } from './poll.cts';

/** Histories that simulations found in earlier designs, as fixed pages. */
const row = (id: string, updatedAt: number, fields: object = {}) => ({
	id,
	createdAt: timestampAt(0),
	updatedAt: timestampAt(updatedAt),
	...fields,
});

const pollOf = (config: FeedConfig, state: unknown, ...pages: Page[]) =>
	pollPages(pages, config, state);

describe('a start of several pages', () => {
	const config = configOf({
		triggerOn: 'accountUpdated',
		newestOnFirstRun: 4,
		conditions: [{ field: 'score', is: 'dropsBelow', value: '5' }],
	} as const);
	const pages = (moved: ServiceRecord): Page[] => [
		{ results: [row('a', 90, { score: 1 }), row('b', 80, { score: 1 })], at: 100, next: 'more' },
		{ results: [row('c', 70, { score: 1 }), row('d', 60, { score: 9 })], at: 100 },
		...[101, 102, 102].flatMap((at) => [
			{ results: [moved, row('b', 80, { score: 1 })], at, next: 'more' },
			{ results: [row('c', 70, { score: 1 }), row('d', 60, { score: 9 })], at },
		]),
	];

	it('emits a record once that is read twice', () => {
		const { events } = pollOf(config, null, ...pages(row('a', 100, { score: 2 })));
		expect(events.map(({ record }) => record.id)).toEqual(['c', 'b', 'a']);
		expect(events[2].record).toMatchObject({ score: 2 });
	});

	it('ends although a record moves to the front all the time, and knows that it may have missed one', () => {
		const scan = createScan(null, config);
		let pages = 0;
		for (; scan.request && pages < 200; pages++) {
			const isFirst = pages % 2 === 0;
			const rows = isFirst ? [row('a', 900 + pages)] : [row('z', 1)];
			scan.page(rows, isFirst ? `page ${pages}` : null, Date.parse(timestampAt(2000)));
		}
		// Thirty pages more than three readings.
		expect(pages).toBe(3 * 2 + 30);
		expect(scan.finish().state).toMatchObject({ store: { status: 'reconciling' } });
	});

	it('remembers the version that it emitted', () => {
		const start = pollOf(config, null, ...pages(row('a', 100, { score: 8 })));
		expect(start.events.map(({ record }) => record.id)).toEqual(['c', 'b']);
		const drop = { results: [row('a', 300, { score: 3 })], at: 300 };
		expect(pollOf(config, start.state, drop).events).toMatchObject([{ previous: { score: 8 } }]);
	});
});
