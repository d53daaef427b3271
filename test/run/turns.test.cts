import { letOthersIn } from '../../nodes/Vitally/run/turns';

const WORKERS = 20;
const PIECES = 10;

function beBusy(ms: number): void {
	const began = performance.now();
	while (performance.now() - began < ms);
}

describe('work that waits for nobody', () => {
	it("leaves n8n's process to others every few pieces, however many are at it", async () => {
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
				await letOthersIn();
				beBusy(2);
				pieces++;
			}
		};
		await Promise.all(Array.from({ length: WORKERS }, work));
		isDone = true;
		others();
		expect(most).toBeGreaterThan(0);
		// Those of one turn, and one piece of each who waited.
		expect(most).toBeLessThanOrEqual(2 * WORKERS);
	});
});
