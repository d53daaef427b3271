/**
 * The longest wait: enough for anything that a test waits for, also beside much other work, and shorter than
 * a test's time limit.
 */
const MAX_WAIT_MS = 50_000;

const sleep = async (ms: number) => await new Promise((next) => setTimeout(next, ms));

/**
 * Waits until something has happened.
 *
 * @param what in a sentence: 'a write arrives'
 * @throws Error that says so when it does not happen
 */
export async function until(what: string, hasHappened: () => boolean): Promise<void> {
	const endsAt = performance.now() + MAX_WAIT_MS;

	while (!hasHappened()) {
		if (performance.now() > endsAt) throw new Error(`It does not happen that ${what}`);

		await sleep(1);
	}
}
