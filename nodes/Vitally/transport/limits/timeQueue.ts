/** Below this length nothing is gained by giving memory back. */
const SMALLEST_COMPACTION = 64;

/**
 * A list in the order of a time, which loses its earliest items. Adding near the end and taking the
 * first cost the same, however long the list is.
 */
export class TimeQueue<T> {
	private items: T[] = [];
	/** Items before this index are taken. */
	private head = 0;

	/** @param timeOf what the items are ordered by; those of one time stay in the order of their coming */
	constructor(private readonly timeOf: (item: T) => number) {}

	get first(): T | undefined {
		return this.items[this.head];
	}

	add(item: T): void {
		const time = this.timeOf(item);
		let place = this.items.length;
		while (place > this.head && this.timeOf(this.items[place - 1]) > time) place--;
		if (place === this.items.length) this.items.push(item);
		else this.items.splice(place, 0, item);
	}

	takeFirst(): void {
		this.head++;
		if (this.head < SMALLEST_COMPACTION || 2 * this.head < this.items.length) return;
		this.items = this.items.slice(this.head);
		this.head = 0;
	}

	*[Symbol.iterator](): Generator<T> {
		for (let index = this.head; index < this.items.length; index++) yield this.items[index];
	}
}
