import {
	difference,
	watchedText,
	watchedValue,
} from '../../../nodes/Vitally/trigger/feed/detectors/watchedFields';
import { ListService } from './listService.cts';
import { poll, timestampAt } from './poll.cts';
import { configOf } from './config.cts';

describe('watched fields', () => {
	const record = {
		healthScore: 7,
		name: '',
		traits: { plan: 'pro', 'vitally.custom.nextStep': 'call', 'a.traits.b': false },
	};

	it.each([
		['healthScore', 7],
		['name', ''],
		['mrr', null],
		['traits.plan', 'pro'],
		['traits.vitally.custom.nextStep', 'call'],
		['vitally.custom.nextStep', 'call'],
		['traits.a.traits.b', false],
		['traits.nothing', null],
		['plan', null],
		['traits', record.traits],
		['constructor', null],
		['toString', null],
		['__proto__', null],
		['traits.constructor', null],
		['traits.hasOwnProperty', null],
		['a.constructor', null],
	])('%s', (path, value) => {
		expect(watchedValue(record, path)).toEqual(value);
		expect(watchedValue({ traits: null }, path)).toBeNull();
	});

	it('named like what every object has are own values only', () => {
		const own = JSON.parse('{"traits":{"constructor":"Acme","__proto__":1}}') as typeof record;
		expect(watchedValue(own, 'traits.constructor')).toBe('Acme');
		expect(watchedValue(own, 'traits.__proto__')).toBe(1);
		const paths = ['constructor', 'toString', 'traits.constructor', 'traits.hasOwnProperty'];
		const before = watchedText({ traits: {} }, paths);
		expect(difference(before, watchedText(own, paths), paths)).toEqual({
			changedKeys: ['traits.constructor'],
			previous: { 'traits.constructor': null },
			incomplete: false,
		});
	});

	it('tells a change from another order of keys', () => {
		const before = watchedText({ traits: { a: 1, b: { c: [1, 2], d: 2 } } }, ['traits']);
		expect(watchedText({ traits: { b: { d: 2, c: [1, 2] }, a: 1 } }, ['traits'])).toBe(before);
		expect(watchedText({ traits: { b: { d: 2, c: [2, 1] }, a: 1 } }, ['traits'])).not.toBe(before);
	});

	it('names what changed and what it was', () => {
		const paths = ['name', 'mrr', 'traits.plan'];
		const before = watchedText({ name: 'Acme', mrr: 10, traits: {} }, paths);
		const after = watchedText({ name: 'Acme', mrr: 0, traits: { plan: 'pro' } }, paths);
		expect(difference(before, after, paths)).toEqual({
			changedKeys: ['mrr', 'traits.plan'],
			previous: { mrr: 10, 'traits.plan': null },
			incomplete: false,
		});
	});

	it('sees a change deep in a long text, and says that the text before is not kept', () => {
		const text = 'word '.repeat(2000);
		const before = watchedText({ note: text }, ['note']);
		const after = watchedText({ note: `${text.slice(0, 5000)}W${text.slice(5001)}` }, ['note']);
		expect(before.length).toBeLessThan(60);
		expect(difference(before, after, ['note'])).toEqual({
			changedKeys: ['note'],
			previous: {},
			incomplete: true,
		});
	});

	it('knows the values before of records it never emitted, once the snapshot is read', () => {
		const service = new ListService(100);
		for (let index = 0; index < 250; index++) service.create(0);
		const config = configOf({ triggerOn: 'accountUpdated', watch: ['score', 'color'] } as const);
		const start = poll(service, config, null);
		const reading = poll(service, config, start.state);
		expect(reading.requests).toHaveLength(1 + 3);
		expect(reading.events).toEqual([]);
		service.now += 1000;
		service.edit('r3', () => ({ score: 2 }), 0);
		service.edit('r4', () => ({ accountId: 'a9' }), 0);
		const { events, requests } = poll(service, config, reading.state);
		expect(requests).toHaveLength(1);
		expect(events).toEqual([
			{
				key: expect.stringMatching(/^r3\|/),
				record: expect.objectContaining({ id: 'r3', score: 2 }),
				changedKeys: ['score'],
				previous: { score: 5 },
			},
		]);
	});

	it('takes no unread value for the one before when other fields come to be watched', () => {
		const edited = { id: 'a', createdAt: timestampAt(0), updatedAt: timestampAt(50), score: 1 };
		const newest = { id: 'b', createdAt: timestampAt(0), updatedAt: timestampAt(60), score: 1 };
		const pages = [[newest], [newest], [newest, edited], [newest, edited]];
		const service = { page: () => ({ results: pages.shift() ?? [], next: null }), now: 0 };
		const before = configOf({ triggerOn: 'accountUpdated', watch: ['color'] } as const);
		const after = configOf({ triggerOn: 'accountUpdated', watch: ['score'] } as const);
		const list = service as unknown as ListService;
		let state = poll(list, before, null).state;
		// `edited` becomes visible late, between the head and the snapshot.
		state = { ...state!, head: { ...state!.head, start: Date.parse(timestampAt(0)) } };
		state = poll(list, after, state).state;
		const { events } = poll(list, after, state);
		expect(events).toMatchObject([{ record: { id: 'a' }, previousUnknown: true }]);
	});
});
