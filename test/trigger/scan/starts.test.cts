import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import { configOf, pollPages, row, timestampAt } from './poll.cts';

const EPOCH = Date.parse(timestampAt(0));
const secondsOf = (timeMs: unknown) => timeMs && (Number(timeMs) - EPOCH) / 1000;

/** The page of a list: records by letter and second, some with a score, such as `a90 b80=9`; a dot ends the list. */
const pageOf = (text: string, index: number) => ({
	results: [...text.matchAll(/([a-z])(\d+)(?:=(\d))?/g)].map(([, id, at, score = 1]) =>
		row(id, -9, Number(at), { score: Number(score), dismissedAt: null }),
	),
	next: text.endsWith('.') ? null : `page ${index}`,
	at: 100,
});

/** A start at second 100 over a list, its pages with | between them: how many it reads, its events, and what is left to the next polls. */
function start(settings: object, list: string) {
	const config = configOf({ triggerOn: 'accountUpdated', lookbackMs: 5000, ...settings });
	const { read, events, state, notices } = pollPages(list.split(' | ').map(pageOf), config, null);
	const ids = events.map(({ record }) => record.id).join('');
	if (!state) return `${read} ${notices[0].slice(-26)}`;

	const lists = state.lists.map(({ floor, snapshot }) =>
		[secondsOf(floor), ...(snapshot ? [`to ${secondsOf(snapshot.end)}`] : [])].join(' '),
	);
	const { store } = state;
	const known = store
		? ` ${store.status}${store.since ? ` since ${secondsOf(store.since)}` : ''}`
		: '';

	return `${read} ${ids}[${lists.join(', ')}]${known}`;
}

const WATCHING = { watch: ['score'] };
const CONDITION = { conditions: [{ field: 'score', is: 'isSet', value: '' }] };
const RESPONSES = { triggerOn: 'npsResponseUpdated' };
const newest = (newestOnFirstRun: number, maxPages = 20) => ({ newestOnFirstRun, maxPages });

describe('a start', () => {
	it.each<[object, string, string]>([
		[{}, 'a90 b80 | c70.', '1 [90.001]'],
		[newest(3), 'a90 b80 | c70 d60 | e50.', '2 cba[90.001]'],
		[newest(9, 2), 'a90 b80 | c70 d60 | e50.', '2 dcba[90.001]'],
		[newest(9), 'a90 b80 | c70.', '2 cba[90.001]'],
		[{}, 'a300 | b200 | c90 | d80.', '3 [90.001]'],
		[newest(0, 1), 'a300 | b200 | c90 | d80.', '3 [90.001]'],
		[{}, '.', '1 [0]'],
		[{}, 'a300.', '1 [0]'],
		[{}, 'a300', '1 The next poll looks again.'],
		[WATCHING, 'a90 b80 | c70.', '1 [90.001 to 80] pending since 90'],
		[WATCHING, 'a90 b80.', '1 [90.001] complete since 90'],
		[WATCHING, '.', '1 [0] complete'],
		[CONDITION, '.', '1 [0] complete'],
		[newest(2), 'a90 b80 | c70.', '1 ba[90.001]'],
		[CONDITION, 'a90 b80.', '1 [85] complete since 90'],
		[CONDITION, 'a90 b80 | c70. | a90 b80 | c70.', '3 [85] complete since 90'],
		[CONDITION, 'a90 b89 | c88. | a90 b89 | c88. | a90 b89 | c88.', '5 [85] complete since 90'],
		[
			CONDITION,
			'a90 b89 | c88. | d91 a90 | b89 c88. | d91 a90 | b89 c88. | d91 a90 | b89 c88.',
			'7 [86] complete since 91',
		],
		[
			CONDITION,
			'a90 b89 | c88. | a90 b89 | d88. | a90 b89 | d88. | a90 b89 | d88.',
			'7 [85] complete since 90',
		],
		[
			CONDITION,
			'a300 | b90 | c89. | a300 | b90 | c89. | a300 | b90 | c89.',
			'8 [85] complete since 90',
		],
		[{ ...CONDITION, maxPages: 1 }, 'a90 b80 | c70.', '1 [85 to 80] pending since 90'],
		[{ ...CONDITION, maxPages: 1 }, 'a300 | b200 | c90 | d80.', '4 The next poll looks again.'],
		[{ ...CONDITION, ...newest(2) }, 'a90 b80 c70.', '1 ba[85] complete since 90'],
		[RESPONSES, 'a90 b80. | c95 d85.', '2 [90, 90] complete since 95'],
		[RESPONSES, 'a95 b80. | c90 d85.', '2 [90, 90] complete since 95'],
		[{ ...RESPONSES, maxPages: 1 }, 'a90. | c95 d85', '2 [90, 90 to 85] pending since 95'],
		[{ ...RESPONSES, maxPages: 1 }, 'a90 | c95.', '2 [90 to 90, 90] pending since 95'],
		[RESPONSES, 'a90. | c300 | d200', '3 The next poll looks again.'],
	])('%j of %j: %s', (settings, list, expected) => {
		expect(start(settings, list)).toBe(expected);
	});
});

describe('a start during whose reading a record moves to the front', () => {
	const config = configOf({
		triggerOn: 'accountUpdated',
		newestOnFirstRun: 4,
		conditions: [{ field: 'score', is: 'dropsBelow', value: '5' }],
	} as const);

	const startWith = (moved: string) => {
		const again = [`${moved} b80`, 'c70 d60=9.'];
		const pages = ['a90 b80', 'c70 d60=9.', ...again, ...again, ...again];

		return pollPages(pages.map(pageOf), config, null);
	};

	it('emits it once, as it is then', () => {
		const { events } = startWith('a100=2');

		expect(events.map(({ record: { id, score } }) => [id, score])).toEqual([
			['c', 1],
			['b', 1],
			['a', 2],
		]);
	});

	it('remembers the version that it emitted', () => {
		const { events, state } = startWith('a100=8');

		expect(events.map(({ record }) => record.id)).toEqual(['c', 'b']);

		const drop = { ...pageOf('a300=3.', 0), at: 300 };

		expect(pollPages([drop], config, state).events).toMatchObject([{ previous: { score: 8 } }]);
	});

	it('ends although one moves all the time, and knows that it may have missed it', () => {
		const scan = createScan(null, config);
		let pages = 0;

		for (; scan.request && pages < 200; pages++) {
			const { results, next } = pageOf(pages % 2 ? 'z1.' : `a${900 + pages}`, pages);

			scan.page(results, next, Date.parse(timestampAt(2000)));
		}

		// Thirty pages more than three readings.
		expect(pages).toBe(3 * 2 + 30);
		expect(scan.finish().state).toMatchObject({ store: { status: 'reconciling' } });
	});
});

it('the list of accounts, read to its end, does not complete what the one of organizations has not shown yet', () => {
	const config = configOf({ triggerOn: 'npsResponseUpdated', watch: ['score'], maxPages: 1 });

	const poll = (state: unknown) => {
		const scan = createScan(state, config);

		while (scan.request) {
			const { target, from } = scan.request;
			const page = Number(from ?? 0);
			const old = row(`${target}-${page}`, -900, -400 - page, { score: 5 });
			const last = target === 'accounts' ? 1 : 9;

			scan.page([old], page < last ? String(page + 1) : null, Date.parse(timestampAt(0)));
		}

		return scan.finish().state;
	};

	expect(poll(poll(poll(null)))).toMatchObject({ store: { status: 'pending' } });
});
