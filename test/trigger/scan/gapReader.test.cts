import { GapReader } from '../../../nodes/Vitally/trigger/scan/gapReader';
import { versionKey } from '../../../nodes/Vitally/trigger/scan/record';
import type { Gap } from '../../../nodes/Vitally/trigger/scan/types';

/** Versions of records by their letter and time: `a9`. */
const versionOf = (name: string) => ({ record: {}, id: name[0], timeMs: Number(name.slice(1)) });

/** The page at each cursor: its versions, and the next cursor. */
type List = Record<string, [versions: string, next: string | null]>;

/** Reads so many pages of a list, a second each: what was in the gap, and what is left of it. */
function read(gap: Gap, list: List, pages = Infinity, clockMs?: number) {
	const reader = new GapReader(gap);
	const found: string[] = [];
	const cursors: Array<string | undefined> = [];
	const clock = () => clockMs && clockMs + 1000 * (cursors.length - 1);

	while (!reader.isDone && cursors.length < pages) {
		cursors.push(reader.cursor);
		const [names, next] = list[reader.cursor ?? 'front'];
		const versions = names === '' ? [] : names.split(' ').map(versionOf);

		for (const { id, timeMs } of reader.page(versions, next, clock())) found.push(`${id}${timeMs}`);
	}

	return { reader, found: found.join(' '), cursors, left: reader.remaining() };
}

const WHOLE: Gap = { start: 0, end: null };
const LIST: List = { front: ['a9 b8', '2'], 2: ['c7 d6', '3'], 3: ['e5 f4', null] };

describe('a gap of a list', () => {
	it.each<[Gap, string, number]>([
		[WHOLE, 'a9 b8 c7 d6 e5 f4', 3],
		[{ start: 6, end: 8 }, 'b8 c7 d6', 3],
	])('%j is read to its oldest end, both ends included', (gap, found, pages) => {
		const { cursors, left, ...done } = read(gap, LIST);

		expect([done.found, cursors.length, left]).toEqual([found, pages, undefined]);
	});

	it.each<[Gap, number, Gap]>([
		[WHOLE, 0, WHOLE],
		[WHOLE, 1, { start: 0, end: 8 }],
		[WHOLE, 2, { start: 0, end: 6, resume: { cursor: '2', first: versionKey(versionOf('c7')) } }],
	])(
		'%j leaves, after %i pages, what is below the last record and its ties',
		(gap, pages, left) => {
			expect(read(gap, LIST, pages).left).toEqual(left);
		},
	);

	const resuming = (first: string, end = 7): Gap => ({
		start: 0,
		end,
		resume: { cursor: '2', first: versionKey(versionOf(first)) },
	});

	it.each<[string, Gap, List, string[], string]>([
		['in place', resuming('c7'), LIST, ['2', '3'], 'c7 d6 e5 f4'],
		['that begins above the gap', resuming('x9', 6), LIST, ['2', '3'], 'd6 e5 f4'],
		['of another version', resuming('c6'), LIST, ['2', 'front', '2', '3'], 'c7 d6 e5 f4'],
		[
			'that is empty now',
			resuming('c7'),
			{ ...LIST, front: ['c7', null], 2: ['', null] },
			['2', 'front'],
			'c7',
		],
	])('is continued at a stored page, or read again: one %s', (_, gap, list, cursors, found) => {
		const done = read(gap, list);
		const asked = done.cursors.map((cursor) => cursor ?? 'front');

		expect([asked, done.found]).toEqual([cursors, found]);
	});

	it.each<[string, List, string]>([
		['the middle of a page', { front: ['a9 c7 b8', '2'] }, 'is not in the order'],
		['pages', { front: ['c7 d6', '2'], 2: ['a9 b8', null] }, 'is not in the order'],
		['the last page', { front: ['a9 b8', '2'], 2: ['d6 c7', null] }, 'is not in the order'],
		[
			'a cursor that comes twice',
			{ front: ['a9', '2'], 2: ['b8', '2'] },
			'returned the same page twice',
		],
	])('is an error where %s would end in a loop or a loss', (_, list, message) => {
		expect(() => read(WHOLE, list)).toThrow(message);
	});

	it.each<[string, List, string]>([
		['one page in any order', { front: ['b8 a9', null] }, 'b8 a9'],
		['ties', { front: ['a9 b9 c8', '2'], 2: ['d8 e8', null] }, 'a9 b9 c8 d8 e8'],
		['an empty page at the end', { front: ['a9', '2'], 2: ['', null] }, 'a9'],
	])('may have %s', (_, list, found) => {
		expect(read(WHOLE, list).found).toBe(found);
	});

	it('knows the newest time that was not ahead of the clock at its first page, to a second', () => {
		const list: List = { front: ['a2500', '2'], 2: ['b2000 c1999', null] };
		const { reader } = read(WHOLE, list, Infinity, 1000);

		expect([reader.newest, reader.isAhead(versionOf('b2000'))]).toEqual([1999, true]);
		expect(read(WHOLE, list).reader.newest).toBe(2500);
	});
});
