import type { ItemContext } from '../../execution/operation';
import { readRequiredId } from '../../fields/locators';
import { type RecordLocation, selectedRecord } from '../../records/locate';
import { resolveId, resolveValue } from '../../records/resolveId';
import { taskType } from '../recordTypes';
import { locationWithSource, readSource } from '../source';

/** A task is read for its tags; an external ID without a source is looked up in the list. */
export const taskReads = [`GET ${taskType.path}/:id`, `GET ${taskType.path}`];

/**
 * The task that an item selects. Its path accepts an external ID only along with the source. Which source a
 * task has that was created over REST is unknown, so without one the list is read.
 *
 * @throws VitallyError when no task is selected, or none has the external ID
 * Source: docs/internal/beyond.md, 4 and 19
 */
export async function locateTask(item: ItemContext): Promise<RecordLocation> {
	const selected = selectedRecord(taskType, item);
	const { mode, value, entered } = selected;
	if (mode !== 'externalId' && mode !== 'name') {
		return { ...locationWithSource(taskType, item, value), id: String(value) };
	}
	const isExternal = mode === 'externalId';
	if (isExternal && readSource(item) !== undefined) {
		const externalId = readRequiredId(value, taskType.label);
		return { ...locationWithSource(taskType, item, externalId, entered), externalId };
	}
	const found = resolveId(item, taskType, selected, taskType.label);
	const id = String(await resolveValue(item, found));
	const known = isExternal ? { externalId: String(value) } : { wasRead: true };
	return { ...locationWithSource(taskType, item, id), id, ...known };
}
