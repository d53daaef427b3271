import type { ItemContext } from '../../execution/operation';
import { readRequiredId } from '../../fields/locators';
import { readRecord } from '../../operations/get';
import { explainNotFound, type RecordLocation } from '../../records/locate';
import { selectedRecord } from '../../records/lock';
import { resolveId, resolveValue } from '../../records/resolveId';
import { pathSegment } from '../../transport/pathSegment';
import { taskType } from '../recordTypes';
import { readSource, sourceQuery } from '../source';

/** A task is read for its tags; an external ID without a source is looked up in the list. */
export const taskReads = [`GET ${taskType.path}/:id`, `GET ${taskType.path}`];

/** A task by its Vitally ID, or by an external ID along with its source. */
export function taskLocation(item: ItemContext, id: unknown): RecordLocation {
	return {
		path: `${taskType.path}/${pathSegment(id, taskType.label)}`,
		query: sourceQuery(item),
		explain: explainNotFound(taskType, id),
	};
}

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
		return { ...taskLocation(item, value), id: String(value) };
	}
	const isExternal = mode === 'externalId';
	if (isExternal && readSource(item) !== undefined) {
		const externalId = readRequiredId(value, taskType.label);
		const explain = explainNotFound(taskType, externalId, entered);
		return { ...taskLocation(item, externalId), explain, externalId };
	}
	const found = resolveId(item, taskType, selected, taskType.label);
	const id = String(await resolveValue(item, found));
	const known = isExternal ? { externalId: String(value) } : { wasRead: true };
	return { ...taskLocation(item, id), id, ...known };
}

/** The task that an item selects, by its Vitally ID, the only ID that deletions accept. */
export async function locateTaskToDelete(item: ItemContext): Promise<RecordLocation> {
	const location = await locateTask(item);
	const id = location.id ?? String((await readRecord(item, location)).id);
	const { externalId, wasRead = externalId !== undefined } = location;
	return { ...taskLocation(item, id), id, externalId, wasRead };
}
