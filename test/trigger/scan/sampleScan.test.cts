import { SampleScan } from '../../../nodes/Vitally/trigger/scan/sampleScan';
import type { ServiceRecord } from '../../../nodes/Vitally/trigger/scan/types';
import { OpenPoll } from './openPoll.cts';
import { configOf, row } from './poll.cts';

/** The seconds at which the records of a page were created; those from 100 on are wanted. */
type PageSeconds = number[];

const LAST_PAGE = null;

interface SampleCase {
	/** What a test event reads. */
	name: string;
	triggerOn?: string;
	/** The answers in the order of the requests; `LAST_PAGE` after the last page of a list. */
	pages: Array<PageSeconds | typeof LAST_PAGE>;
	requests: number;
	/** The seconds of the records that are shown. */
	events: number[];
}

const isWanted = ({ second }: ServiceRecord) => Number(second) >= 100;
const recordAt = (second: number) =>
	row(`r${second}`, second, second, { second, score: 9, dismissedAt: null });
const unwanted = (count: number) => Array.from({ length: count }, (_, index) => [99 - index]);

/** Reads the pages as far as the test event asks for them. */
function sample({ triggerOn = 'accountCreated', pages }: SampleCase) {
	const poll = new OpenPoll(new SampleScan(configOf({ triggerOn, isWanted })));
	let requests = 0;

	for (const [index, seconds] of pages.entries()) {
		if (!seconds || !poll.request) continue;

		const next = pages[index + 1] === LAST_PAGE ? null : `page ${index}`;

		poll.accept(seconds.map(recordAt), next);
		requests++;
	}

	const { events, state, notices } = poll.finish();

	return { requests, events: events.map(({ record }) => record.second), state, notices };
}

describe('a test event', () => {
	it.each<SampleCase>([
		{ name: 'an empty list', pages: [[], LAST_PAGE], requests: 1, events: [] },
		{
			name: 'the first page with a record that the settings want, of which it has all, the oldest first',
			pages: [[120, 110, 90], [105], LAST_PAGE],
			requests: 1,
			events: [110, 120],
		},
		{
			name: 'on to the first page with a record that the settings want',
			pages: [[90], [110], [105], LAST_PAGE],
			requests: 2,
			events: [110],
		},
		{
			name: 'a list to its end that has no record that the settings want',
			pages: [[90], [80], LAST_PAGE],
			requests: 2,
			events: [],
		},
		{
			name: 'a tenth page after nine without an event',
			pages: [...unwanted(9), [110], LAST_PAGE],
			requests: 10,
			events: [110],
		},
		{
			name: 'no eleventh page after ten without an event',
			pages: [...unwanted(10), [110], LAST_PAGE],
			requests: 10,
			events: [],
		},
		{
			name: 'both lists of responses, each to its first event',
			triggerOn: 'npsResponseCreated',
			pages: [[120], LAST_PAGE, [90], [110], LAST_PAGE],
			requests: 3,
			events: [110, 120],
		},
		{
			name: 'a response once that is in both lists',
			triggerOn: 'npsResponseCreated',
			pages: [[120], LAST_PAGE, [120], LAST_PAGE],
			requests: 2,
			events: [120],
		},
	])('reads $name', (sampleCase) => {
		const { requests, events } = sampleCase;

		expect(sample(sampleCase)).toEqual({ requests, events, state: null, notices: [] });
	});

	const newest = row('newest', 120, 120);
	const older = row('older', 110, 110);

	it.each([
		{ name: 'the newest last, as lists have it first', page: [newest, older] },
		{ name: 'the newest last where a list has it last', page: [older, newest] },
		{
			name: 'a record without its time before all others',
			page: [newest, { id: 'untimed' }, older],
			before: ['untimed'],
		},
		{
			name: 'a record whose time is null before all others',
			page: [newest, { id: 'untimed', createdAt: null }, older],
			before: ['untimed'],
		},
		{
			name: 'a record whose time cannot be read before all others',
			page: [newest, { id: 'untimed', createdAt: 'yesterday' }, older],
			before: ['untimed'],
		},
		{
			name: 'records of one time in the reverse order of the list',
			page: [newest, row('second', 100, 100), row('first', 100, 100), older],
			before: ['first', 'second'],
		},
	])('has $name, of which the editor shows the last', ({ page, before = [] }) => {
		const poll = new OpenPoll(new SampleScan(configOf({ triggerOn: 'accountCreated' })));

		poll.accept(page, null);

		expect({ events: poll.finish().events.map(({ record }) => record.id) }).toEqual({
			events: [...before, 'older', 'newest'],
		});
	});
});
