import { feedListOf } from '../../nodes/Vitally/trigger/feedList';
import { pollFeed } from '../../nodes/Vitally/trigger/pollFeed';
import { createScan } from '../../nodes/Vitally/trigger/scan/createScan';
import type { Reading, Scan } from '../../nodes/Vitally/trigger/scan/types';
import { rejectionOf } from '../errors/thrownError.cts';
import { clientOf } from '../transport/virtualClock.cts';
import { fullListFailed } from './notices.cts';
import { configOf, pollPages, row, timestampAt } from './scan/poll.cts';

describe('a poll', () => {
	afterEach(() => jest.restoreAllMocks());

	const config = configOf({ triggerOn: 'accountUpdated' });
	const recordAt = (seconds: number) => row(`a${seconds}`, 0, seconds);
	const { state } = pollPages([{ results: [recordAt(0)] }], config, null);

	it.each([
		{ name: 'two requests in any case', budgetMs: 0, durationsMs: [90], requests: 2 },
		{
			name: 'no request for which the time may not be enough',
			budgetMs: 120,
			durationsMs: [30],
			requests: 3,
		},
		{
			name: 'no request while one like the slowest may take too long',
			budgetMs: 150,
			durationsMs: [60, 10],
			requests: 4,
		},
	])('sends $name', async ({ budgetMs, durationsMs, requests }) => {
		let nowMs = 0;
		let sent = 0;

		jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
		const client = clientOf(async () => {
			nowMs += durationsMs[sent] ?? durationsMs.at(-1) ?? 0;
			sent++;
			const results = [recordAt(1000 - sent)];

			return { statusCode: 200, headers: {}, body: { results, next: `page ${sent}` } };
		});
		const scan = createScan(state, config);
		const { events } = await pollFeed(scan, feedListOf(config), client, budgetMs);

		expect({ requests: sent, events: events.length }).toEqual({ requests, events: requests });
	});

	it('reads the pages of each phase, then compares what they have shown', async () => {
		const log: string[] = [];

		/** A reading of one page. */
		const readingOf = (name: string): Reading => ({
			get request() {
				return log.includes(name) ? null : {};
			},
			accept: () => void log.push(name),
			dropStoredCursor: () => false,
		});

		const version = { record: {}, id: 'a', timeMs: 0 };
		const scan: Scan = {
			phases: [
				{
					readings: [readingOf('backlog'), readingOf('head')],
					comparison: { versions: () => [version], compare: ({ id }) => void log.push(id) },
				},
				{ readings: [readingOf('full list')] },
			],
			finish: () => {
				log.push('end');

				return { events: [], state: null, notices: [] };
			},
		};
		const body = { results: [], next: null };
		const client = clientOf(async () => ({ statusCode: 200, headers: {}, body }));

		await pollFeed(scan, feedListOf(config), client, Infinity);

		expect(log).toEqual(['backlog', 'head', 'a', 'full list', 'end']);
	});

	it('names the records of its first page that has any, by which a later poll knows the workspace', async () => {
		const pages = [[recordAt(9), recordAt(8)], [recordAt(7)], []];
		let sent = 0;
		const client = clientOf(async () => {
			const results = pages[sent];

			sent++;

			return {
				statusCode: 200,
				headers: {},
				body: { results, next: pages[sent] && `page ${sent}` },
			};
		});
		const { listed } = await pollFeed(
			createScan(state, config),
			feedListOf(config),
			client,
			Infinity,
		);

		expect({ requests: sent, listed }).toEqual({ requests: 3, listed: ['a9', 'a8'] });
	});

	const resume = { cursor: 'old', first: '' };
	const backlog = { start: 0, end: Date.parse(timestampAt(9)), resume };
	const resuming = { ...state, lists: [{ floor: 0, backlog }] };

	/** A poll of a service that rejects a stored cursor, or the first request of a start. */
	const pollRejectedWith = async (status: number, stored: object | null) => {
		const cursors: unknown[] = [];
		// A 429 delays no other test.
		const ofOwnLimit = { rateLimitKey: `rejected with ${status}`, maxWaitMs: 0 };
		const client = clientOf(async ({ qs }) => {
			cursors.push(qs?.from);
			const isRejected = stored === null || qs?.from;
			if (isRejected) return { statusCode: status, headers: {}, body: { results: [], next: null } };

			const body = { results: [recordAt(9)], next: null };

			return { statusCode: 200, headers: {}, body };
		}, ofOwnLimit);
		const scan = createScan(stored, config);
		const polling = pollFeed(scan, feedListOf(config), client, Infinity);
		const outcome = await polling.then(
			({ events }) => ({ events: events.map(({ record }) => record.id) }),
			({ message }: Error) => ({ error: message }),
		);

		return { outcome, cursors };
	};

	it.each([400, 404, 409, 410, 422])(
		'reads on without its stored cursor where that gets HTTP %d',
		async (status) => {
			const { outcome, cursors } = await pollRejectedWith(status, resuming);

			expect({ ...outcome, cursors }).toEqual({
				events: ['a9'],
				cursors: ['old', undefined, undefined],
			});
		},
	);

	it.each([
		{ status: 401, error: 'Vitally does not accept the API key' },
		{ status: 403, error: 'Vitally does not allow this request with the API key' },
		{
			status: 429,
			error:
				"Vitally's rate limit is used up: the next request is possible in 1 second, but the time limit is 0 seconds",
		},
	])('fails where its stored cursor gets HTTP $status', async ({ status, error }) => {
		const { outcome, cursors } = await pollRejectedWith(status, resuming);

		expect({ ...outcome, cursors }).toEqual({ error, cursors: ['old'] });
	});

	describe('a poll whose full list reading fails', () => {
		const computed = configOf({
			triggerOn: 'accountHealthDropped',
			conditions: [{ field: 'score', is: 'dropsBelow' as const, value: '5' }],
			readsFullList: true,
		});
		const account = (id: string, at: number, score: number) => row(id, -9, at, { score });
		const before = [account('c', 0, 7), account('b', 0, 7), account('a', 0, 7)];
		const now = [account('c', 400, 3), account('b', 0, 3), account('a', 0, 3)];
		const learned = pollPages([{ results: before }, { results: before }], computed, null).state;
		const state = pollPages([{ results: before }, { results: before }], computed, learned).state;

		/** A poll long after; the list of changes has one page, and all records are in two. */
		const pollAt = async (seconds: number, stored: unknown, status?: number) => {
			const client = clientOf(async ({ qs }) => {
				const headers = { date: new Date(timestampAt(seconds)).toUTCString() };

				if (qs?.sortBy === 'createdAt') {
					if (qs.from && status) return { statusCode: status, headers, body: {} };

					const results = qs.from ? now.slice(2) : now.slice(0, 2);

					return { statusCode: 200, headers, body: { results, next: qs.from ? null : 'page 2' } };
				}

				return { statusCode: 200, headers, body: { results: now, next: null } };
			});
			const scan = createScan(stored, computed);
			const { events, ...poll } = await pollFeed(scan, feedListOf(computed), client, Infinity);

			return { ...poll, ids: events.map(({ record }) => record.id) };
		};

		it.each([
			{ status: 403, reason: 'Vitally does not allow this request with the API key' },
			{ status: 422, reason: 'Vitally rejected the request' },
			{ status: 500, reason: 'Vitally could not process the request at the moment' },
		])('keeps the events of the pages before HTTP $status', async ({ status, reason }) => {
			const { ids, notices } = await pollAt(2000, state, status);

			expect({ ids, notices }).toEqual({ ids: ['c', 'b'], notices: [fullListFailed(reason)] });
		});

		it('leaves the rest to the next poll', async () => {
			const failed = await pollAt(2000, state, 422);
			const { ids, notices } = await pollAt(2060, failed.state);

			expect({ ids, notices }).toEqual({ ids: ['a'], notices: [] });
		});
	});

	it('fails where a full list reading finds more values than the state can have, because no later poll mends that', async () => {
		const watching = configOf({
			triggerOn: 'accountUpdated',
			watch: ['name'],
			readsFullList: true,
		});
		const named = (id: string) => row(id, -9, 0, { name: id });
		const start = pollPages([{ results: [named('a')] }], watching, null).state;
		const full = { ...start, store: { ...start?.store, size: 800_000 } };
		const client = clientOf(async ({ qs }) => {
			const isFullList = qs?.sortBy === 'createdAt';
			const results = isFullList ? [named('a'), named('b')] : [named('a')];

			return { statusCode: 200, headers: {}, body: { results, next: null } };
		});
		const scan = createScan(full, watching);
		const polling = pollFeed(scan, feedListOf(watching), client, Infinity).then(
			({ notices }) => notices,
		);

		expect(await rejectionOf(polling)).toEqual({
			class: 'VitallyError',
			message:
				'The values of all records need more than the 1 MB that n8n should store, so they cannot all be compared',
			description:
				"Set 'Compare' to the updated records, which every poll reads. If the event has 'From', you can also choose an account or organization there, so that the trigger reads fewer records.",
			facts: { failure: { cause: 'configuration-invalid' } },
		});
	});

	it('fails where it is the first one and gets HTTP 400', async () => {
		const { outcome, cursors } = await pollRejectedWith(400, null);

		expect({ ...outcome, cursors }).toEqual({
			error: 'Vitally rejected this item',
			cursors: [undefined],
		});
	});

	it('loses nothing where the service sends no time and the clock of the machine is two days behind', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(timestampAt(0)) - 48 * 3_600_000);
		const body = { results: [recordAt(9), recordAt(0)], next: null };
		const client = clientOf(async () => ({ statusCode: 200, headers: {}, body }));
		const scan = createScan(state, config);
		const outcome = await pollFeed(scan, feedListOf(config), client, Infinity).then(
			({ events }) => ({ events: events.map(({ record }) => record.id) }),
			({ message }: Error) => ({ error: message }),
		);

		expect(outcome).toEqual({ events: ['a9'] });
	});

	describe('a poll whose clock the service does not show', () => {
		const hours = 3600;

		/** The events of a start and of polls that find these records, newest first, at noon by the clock of the machine. */
		const eventsOfPolls = async (date: string | undefined, ...polls: object[][]) => {
			jest.spyOn(Date, 'now').mockReturnValue(Date.parse(timestampAt(12 * hours)));
			let stored: unknown = null;
			const events: unknown[] = [];

			for (const results of polls) {
				const headers = date === undefined ? {} : { date };
				const body = { results, next: null };
				const client = clientOf(async () => ({ statusCode: 200, headers, body }));
				const scan = createScan(stored, config);
				const poll = await pollFeed(scan, feedListOf(config), client, Infinity);

				stored = JSON.parse(JSON.stringify(poll.state));
				events.push(...poll.events.map(({ record }) => record.id));
			}

			return { events };
		};

		const ahead = { ...recordAt(20 * hours), id: 'ahead of the clock' };
		const later = { ...recordAt(12 * hours - 60), id: 'later, and before the clock' };

		const old = recordAt(0);

		describe.each([
			{ name: 'no time', date: undefined },
			{ name: 'an empty time', date: '' },
			{ name: 'a time that cannot be read', date: 'soon' },
		])('a record ahead of the clock of the machine, with $name', ({ date }) => {
			it('hides no later change where the start has read it', async () => {
				expect(await eventsOfPolls(date, [ahead, old], [ahead, later, old])).toEqual({
					events: ['later, and before the clock'],
				});
			});

			it('hides no later change where a poll has read it', async () => {
				expect(await eventsOfPolls(date, [old], [ahead, old], [ahead, later, old])).toEqual({
					events: ['ahead of the clock', 'later, and before the clock'],
				});
			});
		});
	});

	it('takes every record that the list of its scope returns', () => {
		const scope = { type: 'account', id: 'a' } as const;
		const list = feedListOf(configOf({ triggerOn: 'noteCreated', scope }));

		expect({ isInScope: list.isInScope({ id: 'n' }) }).toEqual({ isInScope: true });
	});

	it.each([
		{ name: 'the lowest score', score: 0, isWanted: true },
		{ name: 'the highest score', score: 6, isWanted: true },
		{ name: 'a higher score', score: 7, isWanted: false },
		{ name: 'a score between that and the next group', score: 6.5, isWanted: false },
		{ name: 'a score below the lowest', score: -1, isWanted: false },
		{ name: 'the lowest score as text', score: '0', isWanted: true },
		{ name: 'no score', score: null, isWanted: false },
		{ name: 'no field for it', score: undefined, isWanted: false },
		{ name: 'a word in its place', score: 'good', isWanted: false },
	])('wants a response with $name where scores from 0 to 6 are chosen: $isWanted', (response) => {
		const { score, isWanted } = response;
		const list = feedListOf(configOf({ triggerOn: 'npsResponseCreated', scores: [0, 6] }));

		expect({ isWanted: list.isWanted({ id: 'n', score }) }).toEqual({ isWanted });
	});
});
