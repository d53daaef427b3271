import { assertNotEmptyUpdate, readBody } from '../../operations/body/bodyDefinition';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { readRecord } from '../../operations/get';
import { tagLockKey } from '../../operations/tags';
import { update } from '../../operations/update';
import { locateById, lockRecord } from '../../records/locate';
import type { ServiceRequest } from '../../transport/client';
import { recordFromWrite } from '../../transport/records';
import { omitUndefined } from '../../values/json';
import { npsResponseType } from '../recordTypes';
import { changedResponse } from './npsResponseFields';

const locate = locateById(npsResponseType);

/**
 * Reads the response first, because an update must contain user, score and time.
 * Source: docs/internal/beyond.md, 5 and 18
 */
export const updateResponse: OperationDefinition = {
	...update(npsResponseType, {
		...changedResponse,
		description: 'Update an NPS response',
		docsNote:
			'Vitally requires user, score and time with every update, so the node reads the response first and keeps what is not set.',
	}),
	run: async (item) =>
		await lockRecord(item, npsResponseType, async () => {
			const fields = await readBody(item, changedResponse, 'updateFields');
			assertNotEmptyUpdate(fields);
			const located = await locate(item);
			const { id, path, explain } = located;
			// Not the path, which this item may have locked above.
			return await item.lock(tagLockKey(npsResponseType, id), async () => {
				const { userId, score, respondedAt } = await readRecord(item, located);
				const body = { ...omitUndefined({ userId, score, respondedAt }), ...fields };
				const request: ServiceRequest = { method: 'PUT', path, body, explain };
				return [{ id, ...recordFromWrite(await item.send(request), request) }];
			});
		}),
};
