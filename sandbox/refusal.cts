/** A request that the service answers with a status and `{ "error": text }` (public-facts.md, 2). */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** The record, or a 404 that names what is missing. */
export function found<T>(record: T | undefined, name: string): T {
	if (record === undefined) throw new Refusal(404, `${name} not found.`);
	return record;
}
