import { yieldToEventLoop } from '../../nodes/Vitally/execution/concurrency';

const WORKERS = 20;
const PIECES = 10;

function beBusy(ms: number): void {
	const began = performance.now();
	while (performance.now() - began < ms);
}

describe('work without waiting', () => {
	it('yields to the event loop every few pieces, however many workers there are', async () => {
		let isDone = false;
		let pieces = 0;
		let most = 0;
		const others = (): void => {
			most = Math.max(most, pieces);
			pieces = 0;
			if (!isDone) setImmediate(others);
		};
		others();
		const work = async () => {
			for (let piece = 0; piece < PIECES; piece++) {
				await yieldToEventLoop();
				beBusy(2);
				pieces++;
			}
		};
		await Promise.all(Array.from({ length: WORKERS }, work));
		isDone = true;
		others();
		expect(most).toBeGreaterThan(0);
		// Five pieces for each timer; on a busy machine several timers are due in one turn of the loop.
		expect(most).toBeLessThanOrEqual(3 * WORKERS);
	});
});
