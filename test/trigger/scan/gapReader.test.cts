import { GapReader } from '../../../nodes/Vitally/trigger/scan/readings/gapReader';
import { versionKey } from '../../../nodes/Vitally/trigger/scan/recordVersion';
import type { Gap } from '../../../nodes/Vitally/trigger/scan/types';
import { errorOf } from '../../errors/thrownError.cts';

/** Versions of records by their letter and time: `a9`. */
const versionOf = (name: string) => ({ record: {}, id: name[0], timeMs: Number(name.slice(1)) });

/** Versions by their letters and times, as a failure shows them: `a at 9`. */
const shown = (names: string) =>
	names
		.split(' ')
		.filter((name) => name !== '')
		.map((name) => `${name[0]} at ${name.slice(1)}`);

/** The page at each cursor: its versions, and the next cursor. */
type List = Record<string, [versions: string, next: string | null]>;

/** A number of pages that no list here has. */
const MAX_PAGES = 100;

interface Limits {
	maxPages?: number;
	/** The service's clock at the first page; each further one takes a second. */
	clockMs?: number;
}

/** Reads pages of a list: what was in the gap, the cursors that were asked for, and what is left of the gap. */
function read(gap: Gap, list: List, { maxPages = MAX_PAGES, clockMs }: Limits = {}) {
	const reader = new GapReader(gap);
	const found: string[] = [];
	const cursors: string[] = [];
	const clock = () => clockMs && clockMs + 1000 * (cursors.length - 1);

	while (!reader.isDone && cursors.length < maxPages) {
		const cursor = reader.cursor ?? 'front';
		const [names, next] = list[cursor];
		const versions = names === '' ? [] : names.split(' ').map(versionOf);

		cursors.push(cursor);

		for (const { id, timeMs } of reader.accept(versions, next, clock())) {
			found.push(`${id} at ${timeMs}`);
		}
	}

	return { reader, found, cursors, left: reader.remaining() };
}

const WHOLE: Gap = { start: 0, end: null };
const LIST: List = { front: ['a9 b8', '2'], 2: ['c7 d6', '3'], 3: ['e5 f4', null] };

const OUT_OF_ORDER = 'is not sorted as the trigger asked, with the newest record first';

describe('GapReader', () => {
	it('reads all records with the time at which a gap begins, also those on the next page', () => {
		const list: List = { front: ['a9 b6', '2'], 2: ['c6 d6', '3'], 3: ['e6 f5', null] };

		expect({ found: read({ start: 6, end: null }, list).found }).toEqual({
			found: shown('a9 b6 c6 d6 e6'),
		});
	});

	it.each<{ gap: Gap; found: string; pages: number }>([
		{ gap: WHOLE, found: 'a9 b8 c7 d6 e5 f4', pages: 3 },
		{ gap: { start: 6, end: 8 }, found: 'b8 c7 d6', pages: 3 },
	])('reads to the oldest end of a gap, both ends included: $gap', ({ gap, found, pages }) => {
		const reading = read(gap, LIST);

		expect({
			found: reading.found,
			pages: reading.cursors.length,
			left: reading.left,
		}).toEqual({ found: shown(found), pages, left: undefined });
	});

	it.each<{ gap: Gap; maxPages: number; left: Gap }>([
		{ gap: WHOLE, maxPages: 0, left: WHOLE },
		{ gap: WHOLE, maxPages: 1, left: { start: 0, end: 8 } },
		{ gap: { start: 0, end: 6 }, maxPages: 1, left: { start: 0, end: 6 } },
		{
			gap: WHOLE,
			maxPages: 2,
			left: { start: 0, end: 6, resume: { cursor: '2', first: versionKey(versionOf('c7')) } },
		},
	])(
		'leaves what is below the last record and its ties: $gap after $maxPages pages',
		({ gap, maxPages, left }) => {
			expect({ left: read(gap, LIST, { maxPages }).left }).toEqual({ left });
		},
	);

	const resuming = (first: string, end = 7): Gap => ({
		start: 0,
		end,
		resume: { cursor: '2', first: versionKey(versionOf(first)) },
	});

	it.each<{ name: string; gap: Gap; list: List; cursors: string[]; found: string }>([
		{
			name: 'continues at a stored page that begins as before',
			gap: resuming('c7'),
			list: LIST,
			cursors: ['2', '3'],
			found: 'c7 d6 e5 f4',
		},
		{
			name: 'continues at a stored page that begins above the gap',
			gap: resuming('x9', 6),
			list: LIST,
			cursors: ['2', '3'],
			found: 'd6 e5 f4',
		},
		{
			name: 'begins again where the stored page begins with another version',
			gap: resuming('c6'),
			list: LIST,
			cursors: ['2', 'front', '2', '3'],
			found: 'c7 d6 e5 f4',
		},
		{
			name: 'begins again where the stored page is empty now',
			gap: resuming('c7'),
			list: { ...LIST, front: ['c7', null], 2: ['', null] },
			cursors: ['2', 'front'],
			found: 'c7',
		},
	])('$name', ({ gap, list, cursors, found }) => {
		const reading = read(gap, list);

		expect({ pagesRead: reading.cursors, found: reading.found }).toEqual({
			pagesRead: cursors,
			found: shown(found),
		});
	});

	it.each<{ name: string; list: List; message: string }>([
		{
			name: 'a page that is not in the order of its times',
			list: { front: ['a9 c7 b8', '2'] },
			message: OUT_OF_ORDER,
		},
		{
			name: 'pages in the wrong order',
			list: { front: ['c7 d6', '2'], 2: ['a9 b8', null] },
			message: OUT_OF_ORDER,
		},
		{
			name: 'a last page that is not in the order of its times',
			list: { front: ['a9 b8', '2'], 2: ['d6 c7', null] },
			message: OUT_OF_ORDER,
		},
		{
			name: 'a cursor that comes twice',
			list: { front: ['a9', '2'], 2: ['b8', '2'] },
			message: 'returned the same page twice',
		},
	])('rejects $name, which would end in a loop or a loss', ({ list, message }) => {
		expect(errorOf(() => read(WHOLE, list).found)).toEqual({ class: 'ListError', message });
	});

	it.each<{ name: string; list: List; found: string }>([
		{ name: 'one page in any order', list: { front: ['b8 a9', null] }, found: 'b8 a9' },
		{
			name: 'ties',
			list: { front: ['a9 b9 c8', '2'], 2: ['d8 e8', null] },
			found: 'a9 b9 c8 d8 e8',
		},
		{ name: 'an empty page at the end', list: { front: ['a9', '2'], 2: ['', null] }, found: 'a9' },
	])('accepts $name', ({ list, found }) => {
		expect({ found: read(WHOLE, list).found }).toEqual({ found: shown(found) });
	});

	it.each([
		{
			name: 'that was not ahead of the clock at its first page, to a second',
			clockMs: 1000,
			newestMs: 1999,
		},
		{ name: 'of all where the service sends no clock', clockMs: undefined, newestMs: 2500 },
	])('knows the newest time $name', ({ clockMs, newestMs }) => {
		const list: List = { front: ['a2500', '2'], 2: ['b2000 c1999', null] };
		const { reader } = read(WHOLE, list, { clockMs });

		expect({ newestMs: reader.newest }).toEqual({ newestMs });
	});

	it.each([
		{ name: 'a second after the clock', version: 'b2000', isAhead: true },
		{ name: 'in the second of the clock', version: 'c1999', isAhead: false },
	])('takes a version $name for one that is ahead of it: $isAhead', ({ version, isAhead }) => {
		const { reader } = read(WHOLE, { front: ['a1', null] }, { clockMs: 1000 });

		expect({ isAhead: reader.isAhead(versionOf(version)) }).toEqual({ isAhead });
	});
});
