const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

/** The `Date` header counts whole seconds (RFC 9110, 5.6.7). */
const CLOCK_STEP_MS = 1000;

/**
 * Reads a timestamp of the service ("ISO 8601 UTC strings", docs/internal/service.md, Resources and their fields).
 * One without a zone is UTC as well, whatever the zone of the machine.
 *
 * @returns ms since 1970, or undefined for anything else (null, free text, numbers)
 */
export function parseTimestamp(value: unknown): number | undefined {
	const form = ISO_8601.exec(String(value));
	if (!form) return undefined;

	const timeMs = Date.parse(form[1] && !form[2] ? `${form[0]}Z` : form[0]);

	return Number.isNaN(timeMs) ? undefined : timeMs;
}

/**
 * @param clockMs the service's time, in ms since 1970
 * @returns the latest timestamp that is not ahead of the clock; Infinity without a clock
 */
export function latestValidMs(clockMs: number | undefined): number {
	return clockMs === undefined ? Infinity : clockMs + CLOCK_STEP_MS - 1;
}
