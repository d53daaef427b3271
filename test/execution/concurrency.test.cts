import { setTimeout as waitFor } from 'node:timers/promises';

import {
	forEachRecord,
	KeyedMutex,
	mapRecords,
	MAX_RUNNING,
	runSteps,
	yieldToEventLoop,
} from '../../nodes/Vitally/execution/concurrency';
import { atLeast, atMost } from '../fixtures/bounds.cts';

/** A promise that is settled from outside. */
function deferred() {
	let resolve!: () => void;
	let reject!: (error: Error) => void;
	const promise = new Promise<void>((whenDone, whenFailed) => {
		resolve = whenDone;
		reject = whenFailed;
	});

	return { promise, resolve, reject };
}

/** Does nothing else for so many milliseconds. */
function blockFor(milliseconds: number): void {
	const end = performance.now() + milliseconds;

	while (performance.now() < end);
}

const turn = async () => await new Promise((resolve) => setImmediate(resolve));

describe('runExclusive', () => {
	it('starts a task that comes while the second one runs after it', async () => {
		const { runExclusive } = new KeyedMutex();
		const { promise, resolve } = deferred();
		const order: string[] = [];
		const first = runExclusive('a', turn);
		const second = runExclusive('a', async () => {
			await promise;
			order.push('second');
		});

		await first;
		const third = runExclusive('a', async () => void order.push('third'));

		resolve();
		await Promise.all([second, third]);

		expect({ order }).toEqual({ order: ['second', 'third'] });
	});
});

describe('withRecordLock', () => {
	/** A record of a slow service; items add to what they read. */
	function service(mutex: KeyedMutex) {
		const store = new Map<string, number>();
		const calls: string[] = [];

		const read = async (key: string) => {
			calls.push(`read ${key}`);
			await turn();

			return store.get(key) ?? 0;
		};

		const add = async (key: string, sum: number) =>
			await mutex.withRecordLock(async (update) => {
				const readKey = async () => await read(key);

				return await update(key, await readKey(), readKey, async (current) => {
					calls.push(`write ${key}`);
					await turn();
					store.set(key, current + sum);
				});
			});

		return { store, calls, add };
	}

	it('lets tasks read side by side, and change the record one after the other', async () => {
		const { store, calls, add } = service(new KeyedMutex());

		await Promise.all([add('a', 1), add('a', 10), add('a', 100)]);

		expect({ sum: store.get('a') }).toEqual({ sum: 111 });
		expect(calls).toEqual([
			'read a',
			'read a',
			'read a',
			'write a',
			'read a',
			'write a',
			'read a',
			'write a',
		]);
	});

	it('reads a record once when only other records have changed, or the change came before', async () => {
		const { calls, add } = service(new KeyedMutex());

		await add('a', 1);
		await Promise.all([add('a', 1), add('b', 1)]);

		expect(calls.filter((call) => call.startsWith('read')).sort()).toEqual([
			'read a',
			'read a',
			'read b',
		]);
	});

	it('changes another record without delay', async () => {
		const { withRecordLock } = new KeyedMutex();
		const { promise, resolve } = deferred();
		const change = async (key: string, task: () => Promise<unknown>) =>
			await withRecordLock(async (update) => await update(key, key, async () => key, task));
		const slow = change('a', async () => await promise);

		const fast = change('b', async () => 'done');
		const outcome = await Promise.race([fast, turn().then(() => 'waits for the other record')]);

		expect({ outcome }).toEqual({ outcome: 'done' });

		resolve();
		await slow;
	});

	it('reads again after a change that failed: it may have been carried out', async () => {
		const { withRecordLock } = new KeyedMutex();
		const { promise, reject } = deferred();
		const readAgain = jest.fn(async () => 'new');
		const failing = withRecordLock(
			async (update) => await update('a', 'old', readAgain, async () => await promise),
		);
		const next = withRecordLock(
			async (update) => await update('a', 'old', readAgain, async (current) => current),
		);

		reject(new Error('no answer'));
		const outcomes = await Promise.all(
			[failing, next].map(async (task) => await task.catch(({ message }: Error) => message)),
		);

		expect({ first: outcomes[0], next: outcomes[1] }).toEqual({ first: 'no answer', next: 'new' });
		expect({ readsAgain: readAgain.mock.calls.length }).toEqual({ readsAgain: 1 });
	});

	it('reads again a record that the same task has changed', async () => {
		const { withRecordLock } = new KeyedMutex();

		const seen = await withRecordLock(async (update) => {
			const change = async (record: string) => record;
			const readAgain = async () => 'new';

			return {
				first: await update('a', 'old', readAgain, change),
				second: await update('a', 'old', readAgain, change),
				otherRecord: await update('b', 'old', readAgain, change),
			};
		});

		expect(seen).toEqual({ first: 'old', second: 'new', otherRecord: 'old' });
	});

	const keysOf = (mutex: KeyedMutex) => [
		...new Set([mutex['tail'].keys(), ...mutex['readers']].flatMap((keys) => [...keys])),
	];

	it('remembers a change while a task that began before it is running, and no longer', async () => {
		const mutex = new KeyedMutex();
		const { add } = service(mutex);
		const { promise, resolve } = deferred();
		let seen: string | undefined;
		const slow = mutex.withRecordLock(async (update) => {
			await promise;
			seen = await update(
				'1',
				'old',
				async () => 'new',
				async (current) => current,
			);
		});

		await Promise.all(Array.from({ length: 50 }, async (_, index) => await add(`${index}`, 1)));

		expect({ keysRemembered: keysOf(mutex).length }).toEqual({ keysRemembered: 50 });

		resolve();
		await slow;

		expect({ record: seen }).toEqual({ record: 'new' });
		expect({ keysRemembered: keysOf(mutex) }).toEqual({ keysRemembered: [] });
	});

	it('leaves nothing behind when a task fails', async () => {
		const mutex = new KeyedMutex();
		const failing = mutex.withRecordLock(async () => await Promise.reject(new Error('not read')));

		await expect(failing).rejects.toThrow('not read');

		await mutex.runExclusive('a', async () => {});

		expect({ keysRemembered: keysOf(mutex) }).toEqual({ keysRemembered: [] });
	});
});

describe('forEachRecord', () => {
	const records = Array.from({ length: 50 }, (_, index) => index);

	it('runs a bounded number at a time, in the order of the records', async () => {
		const begun: number[] = [];
		let running = 0;
		let most = 0;

		await forEachRecord(records, async (record, index) => {
			begun.push(record === index ? record : NaN);
			running++;
			most = Math.max(most, running);
			await turn();
			running--;
		});

		expect({ mostAtATime: most }).toEqual({ mostAtATime: MAX_RUNNING });
		expect({ begun }).toEqual({ begun: records });
	});

	it('throws the first error, after which no other one starts', async () => {
		let begun = 0;
		const failing = forEachRecord(records, async (record) => {
			begun++;
			await turn();
			if (record === 0) throw new Error('broke');

			await turn();
		});

		await expect(failing).rejects.toThrow('broke');

		for (let turns = 0; turns < 5; turns++) await turn();

		expect({ begun }).toEqual({ begun: MAX_RUNNING });
	});

	it.each([
		{ when: 'at once', blockedMs: 0 },
		{ when: 'after a pause for the event loop', blockedMs: 15 },
	])('starts no other one after one that throws without waiting: $when', async ({ blockedMs }) => {
		const begun: number[] = [];

		blockFor(blockedMs);

		const failing = forEachRecord(records, (record) => {
			begun.push(record);
			if (record === 1) throw new Error('broke');
		});

		await expect(failing).rejects.toThrow('broke');
		expect({ begun }).toEqual({ begun: [0, 1] });
	});

	it('returns results in the order of the records, whichever is first', async () => {
		const slow = async (record: number) => {
			for (let turns = record % 7; turns > 0; turns--) await turn();

			return record;
		};

		const map = (record: number) => (record % 3 === 0 ? record : slow(record));

		expect({ results: await mapRecords(records, map) }).toEqual({ results: records });
		expect({ resultsOfNone: await mapRecords([], map) }).toEqual({ resultsOfNone: [] });
	});
});

const WORKERS = 20;
const PIECES = 10;

/** Longer than the 10 ms. */
const WAIT_MS = 12;

/** Pieces take 2 ms each: so many fit into the 10 ms after which work yields. */
const PIECES_BETWEEN = 5;

describe('work without waiting', () => {
	/** Goes on from test to test, because the time of the last pause is remembered. */
	let now = 0;
	const pieces = WORKERS * PIECES;

	const inWorkers = async (work: () => void) => {
		const worker = async () => {
			for (let piece = 0; piece < PIECES; piece++) {
				await yieldToEventLoop();
				work();
			}
		};

		await Promise.all(Array.from({ length: WORKERS }, worker));
	};

	const inSteps = function* (work: () => void) {
		for (let piece = 0; piece < pieces; piece++) yield work();
	};

	it.each<{ where: string; run: (work: () => void) => Promise<unknown>; atTheSameTime: number }>([
		{ where: 'all workers at the same time', run: inWorkers, atTheSameTime: WORKERS },
		{
			where: 'between records',
			run: async (work) => await forEachRecord(inSteps(work), () => {}),
			atTheSameTime: 1,
		},
		{
			where: 'between steps',
			run: async (work) => await runSteps(inSteps(work)),
			atTheSameTime: 1,
		},
	])('yields to the event loop every 10 ms: $where', async ({ run, atTheSameTime }) => {
		now = Math.max(now, performance.now());
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const timers = jest.spyOn(globalThis, 'setTimeout');

		await run(() => {
			now += 2;
		});
		const yields = timers.mock.calls.length;

		jest.restoreAllMocks();

		expect({ yields }).toEqual({ yields: atLeast(pieces / (PIECES_BETWEEN + WORKERS)) });
		expect({ yields }).toEqual({ yields: atMost(pieces / atTheSameTime) });
	});

	it('does not yield after the event loop has waited, as for the page of a list', async () => {
		await waitFor(WAIT_MS);
		const timers = jest.spyOn(globalThis, 'setTimeout');

		await forEachRecord(
			inSteps(() => {}),
			async () => await waitFor(WAIT_MS),
		);
		const yields = timers.mock.calls.length;

		jest.restoreAllMocks();

		expect({ yields }).toEqual({ yields: 0 });
	});
});
