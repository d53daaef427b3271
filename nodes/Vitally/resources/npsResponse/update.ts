import type { IDataObject } from 'n8n-workflow';

import { dryRunOption, emptyValuesOption } from '../../fields/options';
import { optionsField, updateCollection } from '../../fields/collections';
import {
	assertNotEmptyUpdate,
	bodyProperties,
	readBody,
} from '../../operations/body/bodyDefinition';
import type { OperationDefinition } from '../../operations/definition/types';
import { readRecord } from '../../operations/get';
import { tagLockKey } from '../../operations/tags';
import { locateById, locationOf, lockRecord } from '../../records/locate';
import { readsByExternalId } from '../../records/recordSource';
import { requiredLocator } from '../../records/recordType';
import type { ServiceRequest } from '../../transport/client';
import { recordFromWrite } from '../../transport/records';
import { npsResponseType } from '../recordTypes';
import { changedResponse } from './fields';

const locate = locateById(npsResponseType);

/**
 * Reads the response first, because an update must contain user, score and time.
 * Source: docs/internal/beyond.md, 5 and 18
 */
export const updateResponse: OperationDefinition = {
	name: 'Update',
	value: 'update',
	action: `Update ${npsResponseType.noun}`,
	description: 'Update an NPS response',
	docsNote:
		'Vitally requires user, score and time with every update, so the node reads the response first and keeps what is not set.',
	endpoints: [`PUT ${npsResponseType.path}/:id`],
	reads: [`GET ${npsResponseType.path}/:id`, ...readsByExternalId(npsResponseType)],
	fields: [
		requiredLocator(npsResponseType),
		...bodyProperties(changedResponse, updateCollection),
		optionsField([dryRunOption, emptyValuesOption]),
	],
	run: async (item) =>
		await lockRecord(item, npsResponseType, async () => {
			const fields = await readBody(item, changedResponse, 'updateFields');
			assertNotEmptyUpdate(fields);
			return await item.withOptimisticLock(async (update) => {
				const located = await locate(item);
				const location = locationOf(npsResponseType, String(located.id));
				const response = await readRecord(item, located);
				const readAgain = async () => await readRecord(item, location);
				// Not the path, which this item may have locked above.
				const key = tagLockKey(npsResponseType, location.id);
				return await update(key, response, readAgain, async (current) => {
					const { path, explain } = location;
					const body = { ...requiredFields(current), ...fields };
					const request: ServiceRequest = { method: 'PUT', path, body, explain };
					const written = recordFromWrite(await item.send(request), request);
					return [{ id: located.id, ...written }];
				});
			});
		}),
};

/** The fields that every update requires, if the response contains them. */
function requiredFields({ userId, score, respondedAt }: IDataObject): IDataObject {
	const entries = Object.entries({ userId, score, respondedAt });
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}
