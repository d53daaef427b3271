import {
	fieldDetector,
	watchedValue,
} from '../../../nodes/Vitally/trigger/scan/detectors/fieldDetector';
import type { ServiceRecord } from '../../../nodes/Vitally/trigger/scan/types';

const versionOf = (record: ServiceRecord) => ({ record, id: 'a', timeMs: 1 });

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
		['traits.plan', 'pro'],
		['traits.vitally.custom.nextStep', 'call'],
		['traits.a.traits.b', false],
		['traits', record.traits],
		['constructor', null],
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

	it('are equal with their keys in another order, short and long, and not with another value', () => {
		for (const text of ['Ann', 'word '.repeat(200)]) {
			const roles = [{ label: text, user: { id: 1, name: 'Ann' } }];
			const inOtherOrder = [{ user: { name: 'Ann', id: 1 }, label: text }];
			expect(changeOf(['roles'], { roles }, { roles: inOtherOrder })).toBeUndefined();
			const changed = [{ label: text, user: { id: 2, name: 'Ann' } }];
			expect(changeOf(['roles'], { roles }, { roles: changed })).toBeDefined();
		}
	});

	it('of long values are compared, and the event has previousUnknown because they are not kept', () => {
		const text = 'word '.repeat(2000);
		// With its quotes, the longest that is kept has 200 characters.
		const [kept, longer] = ['x'.repeat(198), 'x'.repeat(199)];
		const changes = [kept, longer].map((name) => changeOf(['name'], { name }, { name: 'y' }));
		expect(changes.map((change) => change?.previous)).toEqual([{ name: kept }, {}]);
		const note = `${text.slice(0, 5000)}W${text.slice(5001)}`;
		const { remembered } = fieldDetector(['note']).detect(undefined, versionOf({ note: text }));
		expect(JSON.stringify(remembered).length).toBeLessThan(40);
		const others = Array.from({ length: 300 }, (_, index) =>
			fieldDetector(['note']).detect(undefined, versionOf({ note: `${text}${index}` })),
		);
		expect(new Set(others.map((one) => JSON.stringify(one.remembered))).size).toBe(300);
		expect(changeOf(['note'], { note: text }, { note })).toMatchObject({
			changedKeys: ['note'],
			previous: {},
			previousUnknown: true,
		});
	});
});
