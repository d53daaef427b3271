import { idText } from '../../fields/locators';
import { VitallyError } from '../../errors/vitallyError';
import { findByExternalId } from '../../operations/externalIds';
import { explainNotFound, type Located } from '../../operations/locate';
import { pickedRecord } from '../../operations/recordType';
import type { ItemContext } from '../../run/operation';
import { pathSegment } from '../../transport/pathSegment';
import { conversationType } from '../recordTypes';

/**
 * The conversation that an item names. The service's own ID needs no request; an external ID is looked
 * for, see `findByExternalId`.
 *
 * @throws VitallyError when nothing is named, or there is none with the external ID
 */
export async function locateConversation(item: ItemContext): Promise<Located> {
	const { mode, value } = pickedRecord(conversationType, item);
	const named = idText(value, conversationType.label);
	if (mode !== 'externalId') return conversationAt(named);
	const { found } = await findByExternalId(item, { path: conversationType.path }, named);
	if (found) {
		const { id, record } = found;
		return { ...conversationAt(id), externalId: named, record, wasSeen: true };
	}
	throw new VitallyError(
		`Vitally has no conversation with the external ID "${named}"`,
		"Check the external ID, or choose the 'Conversation' from the list.",
		{ status: 404, field: conversationType.label },
	);
}

/** A conversation by the service's ID. */
export function conversationAt(id: string): Located {
	return {
		id,
		path: `${conversationType.path}/${pathSegment(id, conversationType.label)}`,
		explain: explainNotFound(conversationType, id),
	};
}
