import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { locatorOf } from '../../fields/locators';
import { optionalText } from '../../fields/text';
import type { ServiceRequest } from '../../transport/client';
import type { Service } from '../../transport/item';
import { pathSegment } from '../../transport/pathSegment';
import { recordOf } from '../../transport/records';

export const NOTES = '/resources/notes';

/** The fields of a simplified note. */
export const SIMPLE_FIELDS = [
	'id',
	'externalId',
	'subject',
	'note',
	'noteDate',
	'accountId',
	'organizationId',
	'categoryId',
	'tags',
	'updatedAt',
] as const;

/** A request for one note; the service takes both kinds of id in reads and updates. */
export type NoteRequest = Pick<ServiceRequest, 'path' | 'query' | 'explain'>;

export const sourceOption: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'string',
	default: '',
	placeholder: 'e.g. zoom',
	description:
		'The integration that created the note, in upper or lower case. Vitally may need it to find a note by its external ID.',
};

/** Path and query of the note with this id, and the text for one that is not there. */
export function noteRequest(item: IExecuteSingleFunctions, id: unknown): NoteRequest {
	return {
		path: `${NOTES}/${pathSegment(id, 'Note')}`,
		query: setFields({ source: sourceOf(item) }),
		explain: (status) =>
			status === 404
				? {
						message: `The note "${String(id)}" was not found`,
						description:
							"Check the value of 'Note': it may belong to another tenant than the credential. For an external ID, also add 'Source' under 'Options', with the integration that created the note.",
					}
				: undefined,
	};
}

/** Path and query of the note that an item names. */
export function pickedNote(item: IExecuteSingleFunctions): NoteRequest {
	return noteRequest(item, locatorOf(item, 'noteId').value);
}

export function sourceOf(item: IExecuteSingleFunctions): string | undefined {
	return optionalText(item, 'options.source', 'Source');
}

export async function readNote(service: Service, note: NoteRequest): Promise<IDataObject> {
	const request = { method: 'GET' as const, ...note };
	return recordOf(await service.send(request), request);
}
