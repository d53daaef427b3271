/** The demo's "today": fixed, so that the same records come out on every day. */
const TODAY = Date.UTC(2026, 10, 1, 9);

const DAY_MS = 86_400_000;

/** Returns a time, in ISO 8601 UTC, so many days before the demo's today; a negative number lies ahead. */
export function daysAgo(days: number): string {
	return new Date(TODAY - days * DAY_MS).toISOString();
}

/** Returns the same as a calendar date, `YYYY-MM-DD`. */
export function dateAgo(days: number): string {
	return daysAgo(days).slice(0, 10);
}

/** Returns midnight UTC of that day: what makes a trait a Date (docs/internal/service.md, Trait creation rules). */
export function midnightAgo(days: number): string {
	return `${dateAgo(days)}T00:00:00.000Z`;
}
