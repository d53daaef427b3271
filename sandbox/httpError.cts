/** Answers a request with a status and `{ "error": text }` (docs/internal/public-facts.md, 2). */
export class HttpError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** @throws HttpError 404 that names what is missing */
export function found<T>(record: T | undefined, name: string): T {
	if (record === undefined) throw new HttpError(404, `${name} not found.`);

	return record;
}
