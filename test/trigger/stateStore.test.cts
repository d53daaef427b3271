import type { IDataObject } from 'n8n-workflow';

import { StateStore, type TriggerNode } from '../../nodes/Vitally/trigger/stateStore';

const anyState = (state: unknown) => typeof state === 'object';

let nodes = 0;
/** A node of its own for each test, as the process keeps states by node. */
const node = (name = 'Trigger'): TriggerNode => ({ id: `node-${++nodes}`, name });

/** A poll that reads the state, and stores another one. */
function poll(
	id: TriggerNode,
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

		const begunFrom = {
			firstPoll: poll(node(), staticData, { from: 'the first poll' }),
			secondPoll: poll(node(), staticData, { from: 'the second poll' }),
		};

		expect({ ...begunFrom, staticData }).toEqual({
			firstPoll: undefined,
			secondPoll: { from: 'the first poll' },
			staticData: { feed: '{"from":"the second poll"}' },
		});
	});

	it('keeps a state in the process until n8n has stored one', () => {
		const id = node();
		const feed = JSON.stringify({ from: 'n8n' });

		poll(id, {}, { from: 'the first poll' });
		const begunFrom = {
			pollWithoutOneOfN8n: poll(id, {}, { from: 'the second poll' }),
			pollWithOneOfN8n: poll(id, { feed }, { from: 'the third poll' }),
		};

		expect(begunFrom).toEqual({
			pollWithoutOneOfN8n: { from: 'the first poll' },
			pollWithOneOfN8n: { from: 'n8n' },
		});
	});

	it('forgets the state that it kept in the process when n8n has stored one', () => {
		const id = node();

		poll(id, {}, { from: 'the first poll' });
		poll(id, { feed: JSON.stringify({ from: 'n8n' }) }, { from: 'the second poll' });

		expect({ laterPollBeginsFrom: poll(id, {}, {}) }).toEqual({ laterPollBeginsFrom: undefined });
	});

	it('keeps nothing in the process where n8n has a state that can be continued', () => {
		const id = node();

		poll(id, { feed: '{"from":"n8n"}' }, { from: 'the first poll' });

		expect({ nextPollBeginsFrom: poll(id, {}, {}) }).toEqual({ nextPollBeginsFrom: undefined });
	});

	it('keeps no state with events in the process, because n8n has to accept them first', () => {
		const id = node();

		poll(id, {}, { from: 'a poll with events' }, { hasEvents: true });

		expect({ nextPollBeginsFrom: poll(id, {}, {}) }).toEqual({ nextPollBeginsFrom: undefined });
	});

	it('keeps the state of the later poll, whichever ends first', () => {
		const id = node();
		const earlier = new StateStore(id, {});

		poll(id, {}, { savedBy: 'the later poll' });
		earlier.save({ savedBy: 'the earlier poll' }, { hasEvents: false });

		expect({ nextPollBeginsFrom: poll(id, {}, {}) }).toEqual({
			nextPollBeginsFrom: { savedBy: 'the later poll' },
		});
	});

	it('keeps the states of two nodes apart that a copied workflow gave one ID', () => {
		const first = { ...node(), name: 'First' };
		const second = { ...first, name: 'Second' };

		poll(second, {}, { savedBy: 'the second node' });
		poll(first, { feed: '{"savedBy":"the first node"}' }, { savedBy: 'the first node' });

		expect({ secondNodeBeginsFrom: poll(second, {}, {}) }).toEqual({
			secondNodeBeginsFrom: { savedBy: 'the second node' },
		});
	});

	it('returns the state that n8n has where the kept one is of other settings', () => {
		const id = node();

		poll(id, {}, { from: 'the process' });
		const store = new StateStore(id, { feed: '{"from":"n8n"}' });
		const isOfProcess = (state: unknown) =>
			(state as { from?: string } | undefined)?.from === 'the process';

		expect({
			whereKeptCanBeContinued: store.read(isOfProcess),
			whereNeitherCan: store.read(() => false),
			ofNextPoll: poll(id, {}, {}),
		}).toEqual({
			whereKeptCanBeContinued: { from: 'the process' },
			whereNeitherCan: { from: 'n8n' },
			ofNextPoll: { from: 'the process' },
		});
	});

	it.each(['{', 'null'])('returns the text %s of a state that is not one', (feed) => {
		expect({ state: new StateStore(node(), { feed }).read(anyState) }).toEqual({ state: feed });
	});

	it('returns nothing of a state that is null', () => {
		const state = new StateStore(node(), { feed: null }).read(anyState);

		expect({ state }).toEqual({ state: undefined });
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

		expect({ writes }).toEqual({ writes: 2 });
	});

	describe('two polls that n8n runs side by side', () => {
		let now = 0;

		beforeEach(() => {
			jest.spyOn(performance, 'now').mockImplementation(() => now);
		});

		afterEach(() => jest.restoreAllMocks());

		const feed = '{"a":0}';

		/** A poll that has read its state. */
		const begin = (
			id: TriggerNode,
			staticData: IDataObject = { feed },
			options = { isShared: false },
		) => {
			const store = new StateStore(id, staticData, options);

			store.read(anyState);

			return {
				staticData,
				end: (state: object, found = { hasEvents: true }) => store.save(state, found),
			};
		};

		it.each([true, false])(
			'store the state of the first to end with events, and nothing of the other one, which has events: %p',
			(hasEvents) => {
				const id = node();
				const first = begin(id);
				const second = begin(id);

				now += 60_000;

				const secondIsStored = second.end({ a: 2 });
				const firstIsStored = first.end({ a: 1 }, { hasEvents });

				expect({ secondIsStored, firstIsStored, stateOfFirst: first.staticData.feed }).toEqual({
					secondIsStored: true,
					firstIsStored: false,
					stateOfFirst: feed,
				});
			},
		);

		it('both store their state where the first to end had no events', () => {
			const id = node();
			const first = begin(id);
			const second = begin(id);

			const firstIsStored = first.end({ a: 1 }, { hasEvents: false });
			const secondIsStored = second.end({ a: 2 });

			expect({ firstIsStored, secondIsStored }).toEqual({
				firstIsStored: true,
				secondIsStored: true,
			});
		});

		it('store nothing of one from whose state others have gone on', () => {
			const id = node();
			const slow = begin(id);

			now += 20_000;
			begin(id).end({ a: 1 });
			now += 20_000;
			begin(id, { feed: '{"a":1}' }).end({ a: 2 });
			now += 20_000;

			expect({ isStored: slow.end({ a: 3 }) }).toEqual({ isStored: false });
		});

		it('store nothing of one that begins from the state before two that have ended', () => {
			const id = node();

			begin(id).end({ a: 1 });
			begin(id, { feed: '{"a":1}' }).end({ a: 2 });
			now += 1000;

			expect({ isStored: begin(id).end({ a: 3 }) }).toEqual({ isStored: false });
		});

		it.each([
			{ stored: 'the first state alone', isSecondStored: false, ms: 0 },
			{ stored: 'the first state alone', isSecondStored: false, ms: 29_999 },
			{ stored: 'both states', isSecondStored: true, ms: 30_000 },
		])(
			'store $stored where the second one begins from the same state $ms ms later',
			({ ms, isSecondStored }) => {
				const id = node();
				const isFirstStored = begin(id).end({ a: 1 });

				now += ms;

				expect({ isFirstStored, isSecondStored: begin(id).end({ a: 3 }) }).toEqual({
					isFirstStored: true,
					isSecondStored,
				});
			},
		);

		it.each([
			{ name: 'belong to two nodes', isOtherNode: true },
			{ name: 'belong to two nodes with one ID', isOtherName: true },
			{ name: 'read two lists', stream: 'tasks' },
			{ name: 'share one object, so that none runs beside the other', isShared: true },
		])('both store their state where they $name', (second) => {
			const { isOtherNode, isOtherName, isShared = false, stream = 'accounts' } = second;
			const id = node();
			const otherId = isOtherNode ? node() : { ...id, name: isOtherName ? 'Other' : id.name };
			const first = begin(id);
			const other = begin(otherId, { feed }, { isShared });

			const firstIsStored = first.end({ stream: 'accounts' });
			const secondIsStored = other.end({ stream });

			expect({ firstIsStored, secondIsStored }).toEqual({
				firstIsStored: true,
				secondIsStored: true,
			});
		});
	});

	it('goes on from what another poll has emitted, where n8n keeps the static data', () => {
		const id = node();
		const feed = '{"savedBy":"an earlier poll"}';
		const first = { feed };
		const second = { feed };
		const stores = [new StateStore(id, first), new StateStore(id, second)];

		for (const store of stores) store.read(anyState);

		const [isFirstStored, isSecondStored] = stores.map((store) =>
			store.save({ savedBy: 'the first poll' }, { hasEvents: true }),
		);

		expect({ isFirstStored, isSecondStored }).toEqual({
			isFirstStored: true,
			isSecondStored: false,
		});

		const next = new StateStore(id, second, { isShared: true });
		const nextBeginsFrom = next.read(anyState);

		next.save({ savedBy: 'the next poll' }, { hasEvents: true });
		const lastBeginsFrom = new StateStore(id, second, { isShared: true }).read(anyState);

		expect({ nextBeginsFrom, lastBeginsFrom }).toEqual({
			nextBeginsFrom: { savedBy: 'the first poll' },
			lastBeginsFrom: { savedBy: 'the next poll' },
		});
	});

	describe('a renamed node', () => {
		const renamed = (before: TriggerNode) => ({ ...before, name: 'New Name' });

		it.each([true, false])(
			'finds the state under its earlier name, where n8n has none; the poll before had events: %p',
			(hasEvents) => {
				const before = node();

				poll(before, { feed: '{"from":"n8n"}' }, { savedBy: 'the earlier name' }, { hasEvents });

				expect({ renamedBeginsFrom: poll(renamed(before), {}, {}) }).toEqual({
					renamedBeginsFrom: { savedBy: 'the earlier name' },
				});
			},
		);

		it('finds the state that n8n has under its new name', () => {
			const before = node();

			poll(before, {}, { savedBy: 'the earlier name' });
			const feed = JSON.stringify({ savedBy: 'the new name' });

			expect({ renamedBeginsFrom: poll(renamed(before), { feed }, {}) }).toEqual({
				renamedBeginsFrom: { savedBy: 'the new name' },
			});
		});

		it('finds its last state where it gets an earlier name again', () => {
			const before = node();

			poll(renamed(before), {}, { savedBy: 'the first poll' });
			poll(before, {}, { savedBy: 'the second poll' });
			const feed = JSON.stringify({ savedBy: 'the second poll' });

			poll(before, { feed }, { savedBy: 'the last poll' }, { hasEvents: true });

			expect({ renamedBeginsFrom: poll(renamed(before), {}, {}) }).toEqual({
				renamedBeginsFrom: { savedBy: 'the last poll' },
			});
		});

		it('finds no state where its settings have changed', () => {
			const before = node();

			poll(before, {}, { savedBy: 'other settings' });

			const renamedBeginsFrom = new StateStore(renamed(before), {}).read(() => false);

			expect({ renamedBeginsFrom }).toEqual({ renamedBeginsFrom: undefined });
		});

		it('finds no state of another node', () => {
			poll(node(), {}, { savedBy: 'another node' });

			expect({ nodeBeginsFrom: poll(node('New Name'), {}, {}) }).toEqual({
				nodeBeginsFrom: undefined,
			});
		});

		it('finds its state for a week', () => {
			const before = node();
			const clock = jest.spyOn(performance, 'now').mockReturnValue(0);

			poll(before, {}, { savedBy: 'the earlier name' });

			const foundAfter = (ms: number) => {
				clock.mockReturnValue(ms);

				return new StateStore(renamed(before), {}).read(anyState);
			};

			const weekMs = 7 * 24 * 3_600_000;
			const foundInTheWeek = foundAfter(weekMs - 1);
			const foundAfterIt = foundAfter(weekMs);

			clock.mockRestore();

			expect({ foundInTheWeek, foundAfterIt }).toEqual({
				foundInTheWeek: { savedBy: 'the earlier name' },
				foundAfterIt: undefined,
			});
		});

		it('finds no state where a thousand other nodes were polled since', () => {
			const before = node();

			poll(before, {}, { savedBy: 'the earlier name' });
			const found = () => new StateStore(renamed(before), {}).read(anyState);

			for (let count = 0; count < 999; count++) poll(node(), {}, {});
			const foundAfter999Nodes = found();

			poll(node(), {}, {});

			expect({ foundAfter999Nodes, foundAfter1000Nodes: found() }).toEqual({
				foundAfter999Nodes: { savedBy: 'the earlier name' },
				foundAfter1000Nodes: undefined,
			});
		});
	});

	it('keeps 20 million bytes, those of the newest nodes first', () => {
		const nodes = { first: node(), second: node(), third: node(), fourth: node() };
		const long = 'x'.repeat(9_000_000);
		const keptNodes = () =>
			Object.entries(nodes)
				.filter(([, id]) => new StateStore(id, {}).read(anyState) !== undefined)
				.map(([name]) => name);

		for (const id of [nodes.first, nodes.second, nodes.third]) poll(id, {}, { long });

		expect({ kept: keptNodes() }).toEqual({ kept: ['second', 'third'] });

		// Kept again, the second one is among the newest.
		poll(nodes.second, {}, { long });
		poll(nodes.fourth, {}, { long });

		expect({ keptLater: keptNodes() }).toEqual({ keptLater: ['second', 'fourth'] });
	});

	it('counts a state once that is kept at each of many polls', () => {
		const nodes = { other: node(), busy: node() };
		const long = 'x'.repeat(9_000_000);

		poll(nodes.other, {}, { savedBy: 'the other node' });
		for (let polls = 0; polls < 4; polls++) poll(nodes.busy, {}, { long });

		expect({ stateOfOther: new StateStore(nodes.other, {}).read(anyState) }).toEqual({
			stateOfOther: { savedBy: 'the other node' },
		});
	});
});
