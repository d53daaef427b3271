import fc from 'fast-check';

import { KeyedMutex } from '../../../nodes/Vitally/transport/limits/keyedMutex';
import { NameOrder } from '../../../nodes/Vitally/transport/limits/nameOrder';

const turn = async () => await new Promise((resolve) => setImmediate(resolve));

/** Two names of each of three things, and how many turns a write to it takes. */
const write = fc.record({
	thing: fc.constantFrom('a', 'b', 'c'),
	kind: fc.constantFrom('id', 'externalId'),
	turns: fc.nat(4),
	fails: fc.boolean(),
});

describe('NameOrder', () => {
	it('keeps the order of writes to one thing, whichever of its names they use', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
				const order = new NameOrder();
				const mutex = new KeyedMutex();
				const log: Array<{ thing: string; index: number; event: string }> = [];
				await Promise.allSettled(
					writes.map(
						async ({ thing, kind, turns, fails }, index) =>
							await order.inOrder(
								{ among: 'things', kind },
								async (earlier) =>
									await mutex.runExclusive(`${kind} ${thing}`, async () => {
										await earlier;
										log.push({ thing, index, event: 'begins' });
										for (let passed = 0; passed < turns; passed++) await turn();
										log.push({ thing, index, event: 'ends' });
										if (fails) throw new Error('No');
									}),
							),
					),
				);
				for (const name of ['a', 'b', 'c']) {
					const expected = writes.flatMap(({ thing }, index) =>
						thing === name
							? [
									{ thing, index, event: 'begins' },
									{ thing, index, event: 'ends' },
								]
							: [],
					);
					expect(log.filter(({ thing }) => thing === name)).toEqual(expected);
				}
				expect(order.size).toBe(0);
			}),
		);
	});

	it('lets no task wait where all names are of one kind, nor for other lists', async () => {
		const order = new NameOrder();
		const waits: boolean[] = [];
		const begin = async (earlier: Promise<unknown> | undefined) => {
			waits.push(earlier !== undefined);
			await turn();
		};
		await Promise.all([
			order.inOrder({ among: 'accounts', kind: 'id' }, begin),
			order.inOrder({ among: 'accounts', kind: 'id' }, begin),
			order.inOrder({ among: 'notes', kind: 'externalId' }, begin),
		]);
		expect(waits).toEqual([false, false, false]);
	});
});
