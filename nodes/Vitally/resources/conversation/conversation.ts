import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { idText, locatorOf } from '../../fields/locators';
import { VitallyError } from '../../errors/vitallyError';
import type { Explanation } from '../../transport/client';
import type { Service } from '../../transport/item';
import { pathSegment } from '../../transport/pathSegment';
import { findByExternalId, type Found } from '../../operations/externalIds';

export const CONVERSATIONS = '/resources/conversations';

/** The fields of a simplified list row. */
export const SIMPLE_ROW = [
	'id',
	'externalId',
	'externalUrl',
	'subject',
	'status',
	'rating',
	'source',
	'createdAt',
	'updatedAt',
] as const;

/** The fields of a simplified conversation; only the read of one has messages. */
export const SIMPLE_FIELDS = [...SIMPLE_ROW, 'messages'] as const;

/** The path of a conversation by the service's id. */
export function conversationPath(id: string): string {
	return `${CONVERSATIONS}/${pathSegment(id, 'Conversation')}`;
}

/** What items that name one conversation in the same way have in common. */
export function conversationTurn(item: IExecuteSingleFunctions): string {
	return `${CONVERSATIONS}/${String(locatorOf(item, 'conversationId').value)}`;
}

/**
 * The conversation that an item names. The service's own id needs no request; an external id is looked
 * for, see `findByExternalId`.
 *
 * @throws VitallyError when nothing is named, or there is none with the external id
 */
export async function pickedConversation(
	item: IExecuteSingleFunctions,
	service: Service,
): Promise<Found> {
	const { mode, value } = locatorOf(item, 'conversationId');
	const id = idText(value, 'Conversation');
	if (mode !== 'externalId') return { id };
	const { found } = await findByExternalId(item, service, { path: CONVERSATIONS }, id);
	if (found) return found;
	throw new VitallyError(
		`Vitally has no conversation with the external ID "${id}"`,
		"Check the external ID, or choose the 'Conversation' from the list.",
		{ status: 404 },
	);
}

/** The text for a conversation that is not there. */
export function explainConversation(id: string): (status: number) => Explanation | undefined {
	return (status) =>
		status === 404
			? {
					message: `The conversation "${id}" was not found`,
					description:
						"Check the value of 'Conversation': it may be deleted, or belong to another tenant than the credential. For an ID of your own choose 'By External ID'.",
				}
			: undefined;
}
