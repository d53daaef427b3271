import type { IDataObject } from 'n8n-workflow';

import { runExclusive } from '../../transport/limits/keyedMutex';

/** Reads and changes one note while no other item of this process does. */
export type Alone = <N extends IDataObject | undefined, T>(
	note: IDataObject,
	readAgain: () => Promise<N>,
	change: (note: IDataObject | N) => Promise<T>,
) => Promise<T>;

/** Counts the writes to notes, so that a read can be told from a later write. */
let writes = 0;
/** The number of the last write to each note, as long as somebody may have read the note before it. */
const lastWrite = new Map<string, number>();
let underWay = 0;

/**
 * Lets an item read a note and then write what it read, with nobody in between. Items name a note by
 * the service's id or by an external id; only a read shows that both mean the same one. So items read
 * first, take turns by the service's id then, and read again if another one has written meanwhile.
 *
 * @param task reads the note and calls `alone` with it
 */
export async function besideOtherWrites<T>(task: (alone: Alone) => Promise<T>): Promise<T> {
	const began = writes;
	underWay++;
	try {
		return await task(async (note, readAgain, change) => {
			const name = `note ${String(note.id)}`;
			return await runExclusive(name, async () => {
				const isStale = (lastWrite.get(name) ?? 0) > began;
				try {
					return await change(isStale ? await readAgain() : note);
				} finally {
					lastWrite.set(name, ++writes);
				}
			});
		});
	} finally {
		underWay--;
		if (underWay === 0) lastWrite.clear();
	}
}
