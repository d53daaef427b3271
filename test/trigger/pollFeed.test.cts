import { feedListOf } from '../../nodes/Vitally/trigger/feedList';
import { pollFeed } from '../../nodes/Vitally/trigger/pollFeed';
import { createScan } from '../../nodes/Vitally/trigger/scan/createScan';
import { clientOf } from '../transport/virtualClock.cts';
import { configOf, pollPages, timestampAt } from './scan/poll.cts';

describe('a poll', () => {
	afterEach(() => jest.restoreAllMocks());

	const config = configOf({ triggerOn: 'accountUpdated' });
	const recordAt = (seconds: number) => ({
		...{ id: `a${seconds}`, createdAt: timestampAt(0), updatedAt: timestampAt(seconds) },
	});
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
		[400, ['old', undefined, undefined], 1],
		[403, ['old'], expect.stringContaining('Error')],
	])('whose stored cursor gets HTTP %i asks for %j: %s', async (status, cursors, end) => {
		const asked: unknown[] = [];
		const client = clientOf(async ({ qs }) => {
			asked.push(qs?.from);
			const [statusCode, results] = qs?.from ? [status, []] : [200, [recordAt(9)]];
			return { statusCode, headers: {}, body: { results, next: null } };
		});
		const resume = { cursor: 'old', first: '' };
		const backlog = { start: 0, end: Date.parse(timestampAt(9)), resume };
		const scan = createScan({ ...state, lists: [{ floor: 0, backlog }] }, config);
		const read = pollFeed(scan, feedListOf(config), client, Infinity);
		expect(await read.then(({ events }) => events.length, String)).toEqual(end);
		expect(asked).toEqual(cursors);
	});
});
