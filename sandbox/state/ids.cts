/** Spreads one 32-bit number over another, one to one (the last step of MurmurHash3). */
function mix(value: number): number {
	let bits = value | 0;

	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);

	return (bits ^ (bits >>> 16)) >>> 0;
}

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

		const part = (index: number) => hex(mix(ids.issued + index * 0x9e3779b9));
		const b = part(1);
		const c = part(2);

		return `${part(0)}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${part(3)}`;
	};
}
