import { readsByExternalId } from '../../operations/externalIds';
import { explainNotFound, type Located } from '../../operations/locate';
import { requiredServiceId } from '../../operations/lookUp';
import { parameterOf, pickedRecord } from '../../operations/recordType';
import type { ItemContext } from '../../run/operation';
import { pathSegment } from '../../transport/pathSegment';
import { meetingType } from '../recordTypes';

/** What looks up an External ID. */
export const meetingReads = readsByExternalId(meetingType);

/**
 * The meeting that an item picks, by the service's ID: only the read is known to take External IDs, so
 * that these are looked up (docs/beyond.md, 11).
 */
export async function locateMeeting(item: ItemContext): Promise<Located & { id: string }> {
	const { mode, value } = pickedRecord(meetingType, item);
	const id = await requiredServiceId(
		item,
		meetingType,
		parameterOf(meetingType),
		meetingType.label,
	);
	return {
		id,
		...(mode === 'externalId' && { externalId: String(value), wasSeen: true }),
		path: `${meetingType.path}/${pathSegment(id, meetingType.label)}`,
		explain: explainNotFound(meetingType, value),
	};
}
