import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import { configOf, eventsOf, eventsOfUnread, timestampAt } from './poll.cts';

/** In a scope, both lists are one. */
const configFor = (triggerOn: string, more: object = {}) =>
	configOf({ triggerOn, scope: { of: 'account', id: 'a1' } as const, ...more });

const dismissed = { score: null, dismissedAt: timestampAt(0) };
const later = (score: number) => ({ ...dismissed, score, respondedAt: timestampAt(9) });
const ahead = (score: number) => ({ ...later(score), createdAt: timestampAt(900) });
const response = (score: number) => ({ score, dismissedAt: null });

/** A survey that was dismissed is no response until it has a score, which is its creation. */
describe('a response to an NPS survey', () => {
	it.each<[string, Array<object | null>, string, string, string]>([
		[
			'dismissed before the start',
			[dismissed, dismissed, later(9), later(8), later(8)],
			'00100',
			'00011',
			'00010',
		],
		['dismissed after it', [null, dismissed, later(9), later(8)], '0010', '0001', '0001'],
		['dismissed and answered between two polls', [null, later(9), later(8)], '010', '001', '001'],
		['answered before the start', [response(9), response(9), response(8)], '000', '011', '001'],
		[
			'cleared and answered again',
			[response(9), { score: null }, response(8)],
			'000',
			'000',
			'001',
		],
		['created ahead of the clock, answered before it', [ahead(9), ahead(8)], '00', '01', '01'],
		['answered after it', [null, response(9), response(8)], '010', '011', '011'],
	])('%s', (_, versions, creations, updates, scores) => {
		const polls = (triggerOn: string, watch?: string[]) =>
			eventsOf(configFor(triggerOn, { watch }), ...(versions as never[]))
				.map((events) => {
					const known = events.map(({ previous }) => previous?.score ?? 0);
					expect(known.filter((score) => typeof score !== 'number')).toEqual([]);
					return events.length;
				})
				.join('');
		expect(polls('npsResponseCreated')).toBe(creations);
		expect(polls('npsResponseUpdated')).toBe(updates);
		expect(polls('npsResponseUpdated', ['score'])).toBe(scores);
	});

	it.each([
		[dismissed, 0],
		[response(0), 1],
	])('%j is one of the newest of the first run: %i', (version, count) => {
		const config = configFor('npsResponseCreated', { newestOnFirstRun: 1 });
		expect(eventsOf(config, version)[0]).toHaveLength(count);
	});

	it.each([
		['npsResponseCreated', { ...response(9), respondedAt: timestampAt(-9) }, 0],
		['npsResponseCreated', { ...later(9), respondedAt: timestampAt(-5) }, 0],
		['npsResponseCreated', { ...later(9), respondedAt: timestampAt(290) }, 1],
		[
			'npsResponseCreated',
			{ ...response(9), createdAt: timestampAt(290), respondedAt: timestampAt(-9) },
			1,
		],
		['npsResponseUpdated', { ...response(9), respondedAt: timestampAt(-9) }, 1],
	])('%s, of one that the start has not read: %j', (triggerOn, version, count) => {
		expect(eventsOfUnread(configFor(triggerOn), version)).toHaveLength(count);
	});
});

it('the list of accounts, read to its end, does not complete what the one of organizations has not shown yet', () => {
	const config = configOf({ triggerOn: 'npsResponseUpdated', watch: ['score'], maxPages: 1 });
	const poll = (state: unknown) => {
		const scan = createScan(state, config);
		while (scan.request) {
			const { target, from } = scan.request;
			const page = Number(from ?? 0);
			const old = {
				...{ ...response(5), id: `${target}-${page}`, createdAt: timestampAt(-900) },
				updatedAt: timestampAt(-400 - page),
			};
			const last = target === 'accounts' ? 1 : 9;
			scan.page([old], page < last ? String(page + 1) : null, Date.parse(timestampAt(0)));
		}
		return scan.finish().state;
	};
	expect(poll(poll(poll(null)))).toMatchObject({ store: { status: 'pending' } });
});
