import type { ItemContext } from '../../execution/operation';
import { explainNotFound, type RecordLocation } from '../../records/locate';
import { selectedRecord } from '../../records/lock';
import { readsByExternalId } from '../../records/recordSource';
import { resolveId, resolveValue } from '../../records/resolveId';
import { pathSegment } from '../../transport/pathSegment';
import { meetingType } from '../recordTypes';

export const meetingReads = readsByExternalId(meetingType);

/**
 * The meeting that an item selects, by its Vitally ID. Only the read is documented to accept external IDs, so
 * these are looked up (docs/internal/beyond.md, 11).
 */
export async function locateMeeting(item: ItemContext): Promise<RecordLocation & { id: string }> {
	const selected = selectedRecord(meetingType, item);
	const { mode, value } = selected;
	const pending = resolveId(item, meetingType, selected, meetingType.label);
	const id = String(await resolveValue(item, pending));
	return {
		id,
		...(mode === 'externalId' && { externalId: String(value), wasRead: true }),
		path: `${meetingType.path}/${pathSegment(id, meetingType.label)}`,
		explain: explainNotFound(meetingType, value),
	};
}
