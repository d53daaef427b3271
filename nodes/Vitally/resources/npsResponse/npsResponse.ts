import { create } from '../../operations/create';
import { defineResource } from '../../operations/definition/resource';
import { deleteOne } from '../../operations/delete';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { readScope } from '../../operations/parent';
import { upsertByPath } from '../../operations/upsert';
import { locateById } from '../../records/locate';
import { readsByExternalId } from '../../records/recordSource';
import { npsEvents } from '../../trigger/events/resourceEvents';
import { omitUndefined } from '../../values/json';
import { accountType, npsResponseType, organizationType } from '../recordTypes';
import { newResponse, newResponseWithExternalId } from './fields';
import { readTarget, responseFilters, targetFilter } from './filters';
import { updateResponse } from './update';

const scopes = [accountType, organizationType];

/** Reads and deletions accept only the Vitally ID, so external IDs are looked up. */
const locate = locateById(npsResponseType);
const reads = readsByExternalId(npsResponseType);

const simpleFields = [
	'score',
	'feedback',
	'respondedAt',
	'updatedAt',
	'externalId',
	'id',
	'userId',
];

/** docs/internal/beyond.md, 5 */
export const npsResponse = defineResource(npsResponseType, {
	simpleFields,
	scopes,
	events: npsEvents,
	defaultOperation: 'getAll',
	operations: [
		create(npsResponseType, {
			...newResponseWithExternalId,
			description: 'Record the answer of a user to an NPS survey',
			docsNote: 'Vitally updates the response that has the External ID already, if there is one.',
		}),
		upsertByPath(npsResponseType, newResponse),
		deleteOne(npsResponseType, {
			description: 'Delete an NPS response permanently',
			locate,
			reads,
		}),
		get(npsResponseType, {
			description: 'Retrieve an NPS response by its ID or external ID',
			locate,
			reads,
		}),
		getMany(npsResponseType, {
			description: 'Retrieve a list of NPS responses',
			docsNote: 'Those for accounts, unless others are asked for.',
			scopes,
			serviceFilters: [targetFilter],
			// The lists of accounts and organizations accept no target.
			query: (item) =>
				omitUndefined({ target: readScope(item, scopes) ? undefined : readTarget(item) }),
			filters: responseFilters,
		}),
		updateResponse,
	],
});
