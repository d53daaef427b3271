import { readRequiredId } from '../../fields/locators';
import { VitallyError } from '../../errors/vitallyError';
import { findByExternalId, readsByExternalId } from '../../operations/externalIds';
import { readRecord } from '../../operations/get';
import { explainNotFound, type Located } from '../../operations/locate';
import { idByName } from '../../operations/names';
import { pickedRecord } from '../../operations/recordType';
import type { ItemContext } from '../../run/operation';
import { pathSegment } from '../../transport/pathSegment';
import { sourceQuery, readTaskSource } from '../project/taskLink';
import { taskType } from '../recordTypes';

/** A task is read for its tags; one whose External ID comes without a source is looked for in the list. */
export const taskReads = readsByExternalId(taskType);

/** A task by the service's ID, or by an External ID along with its source. */
export function taskAt(item: ItemContext, id: unknown): Located {
	return {
		path: `${taskType.path}/${pathSegment(id, taskType.label)}`,
		query: sourceQuery(item),
		explain: explainNotFound(taskType, id),
	};
}

/**
 * The task that an item picks. The path of one task takes External IDs only along with their source. Which
 * source a task has that came over REST is not known, so without one the list is read.
 *
 * @throws VitallyError when nothing is named, or no task has the External ID
 * Source: docs/beyond.md, 4 and 19
 */
export async function locateTask(item: ItemContext): Promise<Located> {
	const { mode, value } = pickedRecord(taskType, item);
	if (mode === 'name') {
		const id = await idByName(
			item,
			taskType,
			readRequiredId(value, taskType.label),
			taskType.label,
		);
		return { ...taskAt(item, id), id, wasSeen: true };
	}
	if (mode !== 'externalId') return { ...taskAt(item, value), id: String(value) };
	const externalId = readRequiredId(value, taskType.label);
	if (readTaskSource(item) !== undefined) return { ...taskAt(item, externalId), externalId };
	const { found } = await findByExternalId(item, { path: taskType.path }, externalId);
	if (found) {
		return { ...taskAt(item, found.id), id: found.id, externalId, record: found.record };
	}
	throw new VitallyError(
		`Vitally has no task with the external ID "${externalId}"`,
		"Check the external ID, or add 'Source' under 'Options'. Archived tasks are found only with their source.",
		{ status: 404, field: taskType.label },
	);
}

/** The same by the service's ID, which deletions take alone. */
export async function locateTaskToDelete(item: ItemContext): Promise<Located> {
	const located = await locateTask(item);
	const id = located.id ?? String((await readRecord(item, located)).id);
	const { externalId, wasSeen = externalId !== undefined } = located;
	return { ...taskAt(item, id), id, externalId, wasSeen };
}
