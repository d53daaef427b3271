import type { IDataObject } from 'n8n-workflow';

import { StateStore } from '../../nodes/Vitally/trigger/stateStore';

const anyState = (state: unknown) => typeof state === 'object';

let nodes = 0;
/** A node of its own for each test, as the process keeps states by node. */
const node = () => `node-${++nodes}`;

/** A poll that reads the state, and stores another one. */
function poll(
	id: string,
	staticData: IDataObject,
	state: object,
	{ hasEvents } = { hasEvents: false },
): unknown {
	const store = new StateStore(id, staticData);
	const stored = store.read(anyState);

	store.save(state, { hasEvents });

	return stored;
}

describe('StateStore', () => {
	it('reads the state that n8n stored', () => {
		const staticData = {};

		expect(poll(node(), staticData, { a: 1 })).toBeUndefined();
		expect(poll(node(), staticData, { a: 2 })).toEqual({ a: 1 });
		expect(staticData).toEqual({ feed: '{"a":2}' });
	});

	it('keeps a state in the process until n8n has stored one', () => {
		const id = node();

		poll(id, {}, { a: 1 });

		expect(poll(id, {}, { a: 2 })).toEqual({ a: 1 });
		expect(poll(id, { feed: '{"a":5}' }, { a: 6 })).toEqual({ a: 5 });
		expect(poll(id, {}, { a: 7 })).toBeUndefined();
	});

	it('keeps nothing in the process where n8n has a state that can be continued', () => {
		const id = node();

		poll(id, { feed: '{"a":1}' }, { a: 2 });

		expect(poll(id, {}, { a: 3 })).toBeUndefined();
	});

	it('keeps no state with events in the process, because n8n has to accept them first', () => {
		const id = node();

		poll(id, {}, { a: 1 }, { hasEvents: true });

		expect(poll(id, {}, { a: 2 })).toBeUndefined();
	});

	it('keeps the state of the later poll, whichever ends first', () => {
		const id = node();
		const earlier = new StateStore(id, {});

		poll(id, {}, { a: 2 });
		earlier.save({ a: 1 }, { hasEvents: false });

		expect(poll(id, {}, {})).toEqual({ a: 2 });
	});

	it('returns the state that n8n has where the kept one is of other settings', () => {
		const id = node();

		poll(id, {}, { a: 1 });
		const store = new StateStore(id, { feed: '{"a":9}' });

		expect(store.read((state) => (state as { a?: number } | undefined)?.a === 1)).toEqual({ a: 1 });
		expect(store.read(() => false)).toEqual({ a: 9 });
		expect(poll(id, {}, {})).toEqual({ a: 1 });
	});

	it('returns the text of a state that is not JSON', () => {
		for (const feed of ['{', 'null']) {
			expect(new StateStore(node(), { feed }).read(anyState)).toBe(feed);
		}

		expect(new StateStore(node(), { feed: null }).read(anyState)).toBeUndefined();
	});

	it('writes a state only where it differs, because n8n stores what was written', () => {
		let writes = 0;
		const staticData = new Proxy<IDataObject>(
			{},
			{
				set: (target, name, value) => {
					writes++;

					return Reflect.set(target, name, value);
				},
			},
		);
		const id = node();

		for (const state of [{ a: 1 }, { a: 1 }, { a: 2 }]) poll(id, staticData, state);

		expect(writes).toBe(2);
	});

	it('keeps 20 million characters, those of the newest nodes first', () => {
		const first = node();
		const second = node();
		const third = node();
		const long = 'x'.repeat(9_000_000);
		const isKept = (id: string) => new StateStore(id, {}).read(anyState) !== undefined;

		for (const id of [first, second, third]) poll(id, {}, { long });

		expect([first, second, third].map(isKept)).toEqual([false, true, true]);

		// Kept again, the second one is among the newest.
		poll(second, {}, { long });
		poll(node(), {}, { long });

		expect([second, third].map(isKept)).toEqual([true, false]);
	});
});
