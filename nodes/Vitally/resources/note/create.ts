import type { INodePropertyOptions } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { isDryRun, requestPreview } from '../../fields/dryRun';
import { optionalText } from '../../fields/text';
import type { ServiceRequest } from '../../transport/client';
import type { Operation } from '../../transport/item';
import { writtenRecordOf } from '../../transport/records';
import { createOnce } from '../../operations/create';
import { route } from '../../operations/route';
import { newNoteBody } from './body';
import { htmlReporter } from './html';
import { NOTES } from './note';

/** docs/service.md, Notes (create body) */
const createNote: Operation = async (item, service) => {
	const externalId = optionalText(item, 'additionalFields.externalId', 'External ID');
	const body = setFields({ externalId, ...(await newNoteBody(item, service)) });
	const withReport = htmlReporter(item, body);
	const request: ServiceRequest = { method: 'POST', path: NOTES, body };
	if (isDryRun(item)) return [withReport(requestPreview(request, await service.baseUrl()))];
	const response = await createOnce(item, service, request, { path: NOTES }, externalId);
	return [withReport(writtenRecordOf(response, request))];
};

export const create: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a note',
	description: 'Add a note to an account or organization',
	routing: route(createNote),
};
