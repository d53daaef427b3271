import { fieldDetector } from '../../../nodes/Vitally/trigger/scan/detectors/fieldDetector';
import type { ServiceRecord } from '../../../nodes/Vitally/trigger/scan/types';
import { watchedValue } from '../../../nodes/Vitally/trigger/scan/detectors/fieldDetector';
import { ListService } from './listService.cts';
import { poll, timestampAt } from './poll.cts';
import { configOf } from './config.cts';

const versionOf = (record: ServiceRecord) => ({ record, id: 'a', version: '', timeMs: 1 });

/** The event of a change between two versions. */
const changeOf = (paths: string[], before: ServiceRecord, after: ServiceRecord) => {
	const detector = fieldDetector(paths);
	const { remembered } = detector.detect(undefined, versionOf(before));
	const stored = JSON.parse(JSON.stringify(remembered)) as unknown[];
	return detector.detect(stored, versionOf(after)).event;
};

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
		expect(changeOf(paths, { traits: {} }, own)).toMatchObject({
			changedKeys: ['traits.constructor'],
			previous: { 'traits.constructor': null },
		});
	});

	it('differ by values, not by the order of keys', () => {
		const before = { traits: { a: 1, b: { c: [1, 2], d: 2 } } };
		const reordered = { traits: { b: { d: 2, c: [1, 2] }, a: 1 } };
		const changed = { traits: { b: { d: 2, c: [2, 1] }, a: 1 } };
		expect(changeOf(['traits'], before, reordered)).toBeUndefined();
		expect(changeOf(['traits'], before, changed)).toBeDefined();
	});

	it('are named in the event with their values before', () => {
		const paths = ['name', 'mrr', 'traits.plan'];
		const before = { name: 'Acme', mrr: 10, traits: {} };
		const after = { name: 'Acme', mrr: 0, traits: { plan: 'pro' } };
		expect(changeOf(paths, before, after)).toEqual({
			key: 'a|',
			record: after,
			changedKeys: ['mrr', 'traits.plan'],
			previous: { mrr: 10, 'traits.plan': null },
		});
	});

	it('of long values are compared, and the event has previousUnknown because they are not kept', () => {
		const text = 'word '.repeat(2000);
		const note = `${text.slice(0, 5000)}W${text.slice(5001)}`;
		const { remembered } = fieldDetector(['note']).detect(undefined, versionOf({ note: text }));
		expect(JSON.stringify(remembered).length).toBeLessThan(60);
		expect(changeOf(['note'], { note: text }, { note })).toMatchObject({
			changedKeys: ['note'],
			previous: {},
			previousUnknown: true,
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

	it('has no unread value as the one before when other fields are chosen', () => {
		const edited = { id: 'a', createdAt: timestampAt(0), updatedAt: timestampAt(50), score: 1 };
		const newest = { id: 'b', createdAt: timestampAt(0), updatedAt: timestampAt(60), score: 1 };
		const pages = [[newest], [newest], [newest, edited], [newest, edited]];
		const service = { page: () => ({ results: pages.shift() ?? [], next: null }), now: 0 };
		const before = configOf({ triggerOn: 'accountUpdated', watch: ['color'] } as const);
		const after = configOf({ triggerOn: 'accountUpdated', watch: ['score'] } as const);
		const list = service as unknown as ListService;
		let state = poll(list, before, null).state;
		// `edited` becomes visible late, between the head and the snapshot.
		state = { ...state!, lists: [{ ...state!.lists[0], floor: Date.parse(timestampAt(0)) }] };
		state = poll(list, after, state).state;
		const { events } = poll(list, after, state);
		expect(events).toMatchObject([{ record: { id: 'a' }, previousUnknown: true }]);
	});
});
