/** Spreads one 32-bit number over another, one to one (the last step of MurmurHash3). */
function mix(value: number): number {
	let bits = value | 0;

	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);

	return (bits ^ (bits >>> 16)) >>> 0;
}

/** 2^32 divided by the golden ratio: multiples of it are far from each other. */
const STEP = 0x9e3779b9;

/** Returns the eight hexadecimal digits of a 32-bit number. */
const hex = (value: number) => value.toString(16).padStart(8, '0');

/** How far a sequence of ids is. */
export interface IssuedIds {
	issued: number;
}

/**
 * Makes UUID-shaped ids (docs/internal/service.md, Resources and their fields) that are the same in every run.
 * The first eight digits are a one-to-one image of the counter, so no id comes twice.
 */
export function idSequence(ids: IssuedIds): () => string {
	return () => {
		ids.issued += 1;

		const part = (index: number) => hex(mix(ids.issued + index * STEP));
		const second = part(1);
		const third = part(2);
		const groups = [
			part(0),
			second.slice(0, 4),
			// Version 4, and below it the variant of RFC 9562.
			`4${second.slice(5)}`,
			`8${third.slice(1, 4)}`,
			third.slice(4) + part(3),
		];

		return groups.join('-');
	};
}
