import type { ItemContext } from '../../execution/operation';
import { locateById, locateToRead, type RecordLocation } from '../../records/locate';
import { taskType } from '../recordTypes';
import { readSource, sourceQuery } from '../source';

const locateWithSource = locateToRead(taskType);
const locateWithoutSource = locateById(taskType);

/**
 * The task that an item selects. Its path accepts an external ID only along with the source. Which source a
 * task has that was created over REST is unknown, so without one the list is read.
 *
 * @throws VitallyError when no task is selected, or none has the external ID
 * Source: docs/internal/beyond.md, 4 and 19
 */
export async function locateTask(item: ItemContext): Promise<RecordLocation> {
	const locate = readSource(item) === undefined ? locateWithoutSource : locateWithSource;
	return { ...(await locate(item)), query: sourceQuery(item) };
}
