import { ScopeIdCache } from '../../nodes/Vitally/trigger/source';
import { PendingStates, StateStore } from '../../nodes/Vitally/trigger/stateStore';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('states that n8n may not have kept', () => {
	const clock = { now: 0 };
	const open = () => new PendingStates(() => clock.now);

	it('are forgotten after the longest of n8n\u2019s Poll Times', () => {
		const states = open();
		states.set('a', 'state');
		clock.now += 31 * DAY;
		expect(states.get('a')).toBe('state');
		clock.now += 2 * DAY;
		expect(states.get('a')).toBeUndefined();
	});

	it('have a bounded size: the oldest are removed first', () => {
		const states = open();
		const text = 'x'.repeat(700_000);
		for (let node = 0; node < 60; node++) states.set(`node ${node}`, text);
		const kept = Array.from({ length: 60 }, (_, node) => states.get(`node ${node}`) !== undefined);
		expect(kept.filter(Boolean)).toHaveLength(28);
		expect(kept.at(-1)).toBe(true);
		expect(kept[0]).toBe(false);
		states.set('node 59', 'short');
		states.set('more', text);
		expect(states.get('node 32')).toBe(text);
	});

	it('a new activation does not continue from an earlier one', () => {
		new StateStore('node', {}, true).save({ of: 'first activation' }, false);
		expect(new StateStore('node', {}, false).state).toEqual({ of: 'first activation' });
		expect(new StateStore('node', {}, true).state).toBeUndefined();
		new StateStore('node', {}, true).save({ of: 'second activation' }, false);
		expect(new StateStore('node', {}, false).state).toEqual({ of: 'second activation' });
	});

	it.each(['{"v":', 'null', '7', '[object Object]'])(
		'%s is a state that is not readable',
		(feed) => {
			expect(new StateStore('other node', { feed }, false).state).not.toBeUndefined();
			expect(new StateStore('other node', { feed }, false).state).not.toBeNull();
		},
	);
});

describe('IDs of external IDs', () => {
	it('are apart for each key and kind, and are kept for an hour', () => {
		const clock = { now: 0 };
		const ids = new ScopeIdCache(() => clock.now);
		const acme = { of: 'organization', externalId: 'acme' } as const;
		ids.set('one', acme, 'id in one');
		expect(ids.get('two', acme)).toBeUndefined();
		ids.set('two', acme, 'id in two');
		expect(ids.get('one', acme)).toBe('id in one');
		expect(ids.get('one', { of: 'account', externalId: 'acme' })).toBeUndefined();
		clock.now += HOUR;
		ids.set('two', acme, 'other id in two');
		expect(ids.get('one', acme)).toBe('id in one');
		clock.now += 1;
		expect(ids.get('one', acme)).toBeUndefined();
		expect(ids.get('two', acme)).toBe('other id in two');
	});
});
