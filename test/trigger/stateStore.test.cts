import type { IDataObject } from 'n8n-workflow';

import { StateStore } from '../../nodes/Vitally/trigger/stateStore';

const anyState = (state: unknown) => typeof state === 'object';

let nodes = 0;
/** A node of its own for each test, as the process keeps states by node. */
const node = () => `node-${++nodes}`;

/** A poll that reads the state, and stores another one. */
function poll(id: string, staticData: IDataObject, state: object, hasEvents = false): unknown {
	const store = new StateStore(id, staticData);
	const read = store.read(anyState);

	store.save(state, hasEvents);

	return read;
}

describe('the state between two polls', () => {
	it('is what n8n stored', () => {
		const staticData = {};

		expect(poll(node(), staticData, { a: 1 })).toBeUndefined();
		expect(poll(node(), staticData, { a: 2 })).toEqual({ a: 1 });
		expect(staticData).toEqual({ feed: '{"a":2}' });
	});

	it('is kept by the process until n8n has stored one', () => {
		const id = node();

		poll(id, {}, { a: 1 });

		expect(poll(id, {}, { a: 2 })).toEqual({ a: 1 });
		expect(poll(id, { feed: '{"a":5}' }, { a: 6 })).toEqual({ a: 5 });
		expect(poll(id, {}, { a: 7 })).toBeUndefined();
	});

	it('is not kept where n8n has one that can be continued', () => {
		const id = node();

		poll(id, { feed: '{"a":1}' }, { a: 2 });

		expect(poll(id, {}, { a: 3 })).toBeUndefined();
	});

	it('is not kept with events, which n8n has to accept first', () => {
		const id = node();

		poll(id, {}, { a: 1 }, true);

		expect(poll(id, {}, { a: 2 })).toBeUndefined();
	});

	it('is that of the later poll, whichever ends first', () => {
		const id = node();
		const earlier = new StateStore(id, {});

		poll(id, {}, { a: 2 });
		earlier.save({ a: 1 }, false);

		expect(poll(id, {}, {})).toEqual({ a: 2 });
	});

	it('is no state of other settings: the one that n8n has is returned, and the kept one stays', () => {
		const id = node();

		poll(id, {}, { a: 1 });
		const store = new StateStore(id, { feed: '{"a":9}' });

		expect(store.read((state) => (state as { a?: number } | undefined)?.a === 1)).toEqual({ a: 1 });
		expect(store.read(() => false)).toEqual({ a: 9 });
		expect(poll(id, {}, {})).toEqual({ a: 1 });
	});

	it('is its text where that is not JSON', () => {
		for (const feed of ['{', 'null']) {
			expect(new StateStore(node(), { feed }).read(anyState)).toBe(feed);
		}

		expect(new StateStore(node(), { feed: null }).read(anyState)).toBeUndefined();
	});

	it('is written only where it differs, because n8n stores what was written', () => {
		let writes = 0;
		const staticData = new Proxy<IDataObject>(
			{},
			{ set: (target, name, value) => (writes++, Reflect.set(target, name, value)) },
		);
		const id = node();

		for (const state of [{ a: 1 }, { a: 1 }, { a: 2 }]) poll(id, staticData, state);

		expect(writes).toBe(2);
	});

	it('is kept for 20 million characters, the newest nodes first', () => {
		const [first, second, third] = [node(), node(), node()];
		const long = 'x'.repeat(9_000_000);

		for (const id of [first, second, third]) poll(id, {}, { long });
		const read = (id: string) => new StateStore(id, {}).read(anyState);

		expect([first, second, third].map((id) => read(id) !== undefined)).toEqual([false, true, true]);

		// Kept again, it is among the newest.
		poll(second, {}, { long });
		poll(node(), {}, { long });

		expect([second, third].map((id) => read(id) !== undefined)).toEqual([true, false]);
	});
});
