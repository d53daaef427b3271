/** The `Date` header counts whole seconds (RFC 9110, 5.6.7). */
const CLOCK_STEP_MS = 1000;

/**
 * @param clockMs the service's time, in ms since 1970
 * @returns the latest timestamp that is not ahead of the clock; Infinity without a clock
 */
export function latestValidMs(clockMs: number | undefined): number {
	return clockMs === undefined ? Infinity : clockMs + CLOCK_STEP_MS - 1;
}
