import { feedListOf } from '../../nodes/Vitally/trigger/feedList';
import { pollFeed } from '../../nodes/Vitally/trigger/pollFeed';
import { createScan } from '../../nodes/Vitally/trigger/scan/createScan';
import { clientOf } from '../transport/virtualClock.cts';
import { configOf, pollPages, row, timestampAt } from './scan/poll.cts';

describe('a poll', () => {
	afterEach(() => jest.restoreAllMocks());

	const config = configOf({ triggerOn: 'accountUpdated' });
	const recordAt = (seconds: number) => row(`a${seconds}`, 0, seconds);
	const { state } = pollPages([{ results: [recordAt(0)] }], config, null);

	it.each<[string, number, number[], number]>([
		['two requests in any case', 0, [90], 2],
		['no request for which the time may not be enough', 120, [30], 3],
		['no request while one like the slowest may take too long', 150, [60, 10], 4],
	])('sends %s', async (_, budgetMs, durations, requests) => {
		let [nowMs, sent] = [0, 0];

		jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
		const client = clientOf(async () => {
			nowMs += durations[sent] ?? durations.at(-1) ?? 0;
			const results = [recordAt(1000 - ++sent)];

			return { statusCode: 200, headers: {}, body: { results, next: `page ${sent}` } };
		});
		const scan = createScan(state, config);
		const { events } = await pollFeed(scan, feedListOf(config), client, budgetMs);

		expect([sent, events.length]).toEqual([requests, requests]);
	});

	it.each([
		['a page of a round', true, ['step', 'page', 'end']],
		['its end', false, ['page', 'step', 'end']],
	])('finds events step by step, before %s would find them at once', async (_, ...given) => {
		const [needsSteps, order] = given;
		const log: string[] = [];
		const body = { results: [], next: null };
		const scan = {
			needsSteps,
			steps: (function* () {
				yield log.push('step');
			})(),
			get request() {
				return log.includes('page') ? null : {};
			},
			page: () => void log.push('page'),
			finish: () => {
				log.push('end');

				return { events: [], state: null, notices: [] };
			},
		};
		const client = clientOf(async () => ({ statusCode: 200, headers: {}, body }));

		await pollFeed(scan, feedListOf(config), client, 0);

		expect(log).toEqual(order);
	});

	const resume = { cursor: 'old', first: '' };
	const backlog = { start: 0, end: Date.parse(timestampAt(9)), resume };
	const resuming = { ...state, lists: [{ floor: 0, backlog }] };

	it.each([
		['whose stored cursor gets', 400, resuming, ['old', undefined, undefined], 1],
		['whose stored cursor gets', 403, resuming, ['old'], expect.stringContaining('Vitally')],
		['that starts and gets', 400, null, [undefined], expect.stringContaining('Vitally')],
	])('%s HTTP %i', async (_, status, stored, cursors, end) => {
		const asked: unknown[] = [];
		const client = clientOf(async ({ qs }) => {
			asked.push(qs?.from);
			const isRejected = stored === null || qs?.from;
			const [statusCode, results] = isRejected ? [status, []] : [200, [recordAt(9)]];

			return { statusCode, headers: {}, body: { results, next: null } };
		});
		const scan = createScan(stored, config);
		const read = pollFeed(scan, feedListOf(config), client, Infinity);

		expect(await read.then(({ events }) => events.length, String)).toEqual(end);
		expect(asked).toEqual(cursors);
	});

	it.each([
		['what the list of its scope returns', { scope: { of: 'account', id: 'a' } }, {}, true],
		['no response without a score', { scores: [0, 6] }, { score: null }, false],
	] as const)('includes %s', (_, settings, record, isIncluded) => {
		const list = feedListOf({ ...configOf({ triggerOn: 'noteCreated' }), ...settings });

		expect(list.includes({ id: 'n', ...record })).toBe(isIncluded);
	});
});
