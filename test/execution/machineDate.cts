/**
 * The machine's clock as `Date.now` returns it, for a test that sets it. To be imported before anything
 * that may keep the function.
 */
const realNow = Date.now;
let offsetMs = 0;

Date.now = () => realNow() + offsetMs;

/** @param ms by how much the clock is ahead from now on */
export function setMachineClock(ms: number): void {
	offsetMs = ms;
}

/** Puts the function back. */
export function restoreMachineClock(): void {
	Date.now = realNow;
}
