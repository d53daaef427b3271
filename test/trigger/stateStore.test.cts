import { PendingStates, StateStore } from '../../nodes/Vitally/trigger/stateStore';

describe('states that n8n may not have kept', () => {
	it('have a bounded size: the oldest are removed first', () => {
		const states = new PendingStates();
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
