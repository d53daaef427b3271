import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import type { FeedConfig, ServiceRecord } from '../../../nodes/Vitally/trigger/scan/types';
import { configOf, timestampAt } from './poll.cts';

/** Histories that simulations found in earlier designs, as fixed pages. */
interface Page {
	rows: ServiceRecord[];
	/** Seconds of the service's clock. */
	at: number;
	hasMore?: boolean;
}

const row = (id: string, updatedAt: number, fields: object = {}) => ({
	id,
	createdAt: timestampAt(0),
	updatedAt: timestampAt(updatedAt),
	...fields,
});

/** One poll over these pages, as far as it asks for them. */
function pollOf(config: FeedConfig, state: unknown, ...pages: Page[]) {
	const scan = createScan(state, config);
	let read = 0;
	for (const { rows, at, hasMore } of pages) {
		if (!scan.request) break;
		scan.page(rows, hasMore ? `page ${++read}` : null, Date.parse(timestampAt(at)));
	}
	const done = scan.finish();
	const state2 = JSON.parse(JSON.stringify(done.state)) as unknown;
	return { ...done, state: state2, hasRequest: scan.request !== null };
}

const versions = ({ events }: ReturnType<typeof pollOf>) =>
	events.map(({ record }) => `${record.id}|${record.updatedAt}`);

it('a record ahead of the clock is no stale one when the backlog has raised the watermark past it', () => {
	const config = configOf({ triggerOn: 'conversationUpdated', maxPages: 1 } as const);
	const start = pollOf(config, null, { rows: [row('z', 10)], at: 90 });
	const head = { rows: [row('a', 160), row('b', 95)], at: 100, hasMore: true };
	const first = pollOf(config, start.state, head);
	expect(versions(first)).toEqual([`b|${timestampAt(95)}`, `a|${timestampAt(160)}`]);
	// `a` is edited at 130, before the clock reaches 160, and becomes visible late.
	const second = pollOf(
		{ ...config, maxPages: 3 },
		first.state,
		{ rows: [row('c', 190), row('a', 160), row('b', 95)], at: 200, hasMore: true },
		{ rows: [row('d', 90), row('z', 10), row('y', 9)], at: 200 },
		{
			rows: [row('c', 190), row('a', 130), row('b', 95), row('d', 90), row('z', 10), row('y', 9)],
			at: 200,
		},
	);
	expect(versions(second)).toEqual([
		`d|${timestampAt(90)}`,
		`a|${timestampAt(130)}`,
		`c|${timestampAt(190)}`,
	]);
});

describe('a start of several pages', () => {
	const config = configOf({
		triggerOn: 'accountUpdated',
		newestOnFirstRun: 4,
		conditions: [{ field: 'score', is: 'dropsBelow', value: '5' }],
	} as const);
	const pages = (moved: ServiceRecord): Page[] => [
		{ rows: [row('a', 90, { score: 1 }), row('b', 80, { score: 1 })], at: 100, hasMore: true },
		{ rows: [row('c', 70, { score: 1 }), row('d', 60, { score: 9 })], at: 100 },
		...[101, 102, 102].flatMap((at) => [
			{ rows: [moved, row('b', 80, { score: 1 })], at, hasMore: true },
			{ rows: [row('c', 70, { score: 1 }), row('d', 60, { score: 9 })], at },
		]),
	];

	it('emits a record once that is read twice', () => {
		const { events, hasRequest } = pollOf(config, null, ...pages(row('a', 100, { score: 2 })));
		expect(hasRequest).toBe(false);
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
		const drop = { rows: [row('a', 300, { score: 3 })], at: 300 };
		expect(pollOf(config, start.state, drop).events).toMatchObject([{ previous: { score: 8 } }]);
	});

	it('has not begun by a slow clock until it knows what has moved past the reader', () => {
		const entered = configOf({ triggerOn: 'accountEnteredSegment' } as const);
		const member = (id: string, at: number) => row(id, at, { segments: [{ id: 's', name: 'S' }] });
		const slow = 5;
		const stopped = pollOf(
			{ ...entered, maxPages: 1 },
			null,
			{ rows: [member('a', 90), member('b', 80)], at: slow, hasMore: true },
			{ rows: [member('c', 4)], at: slow, hasMore: true },
		);
		expect(stopped).toMatchObject({ events: [], state: null, hasRequest: true });
		const started = pollOf(
			entered,
			null,
			{ rows: [member('a', 90), member('b', 80)], at: slow, hasMore: true },
			{ rows: [member('c', 4)], at: slow },
			// `d` was below `c` and was edited meanwhile.
			...[1, 2, 3].flatMap(() => [
				{ rows: [member('d', 95), member('a', 90)], at: slow, hasMore: true },
				{ rows: [member('b', 80), member('c', 4)], at: slow },
			]),
		);
		expect(started.hasRequest).toBe(false);
		const edit = { rows: [member('d', 400)], at: 300 };
		expect(pollOf(entered, started.state, edit).events).toEqual([]);
	});
});
