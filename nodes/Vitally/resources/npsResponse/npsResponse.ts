import { setFields } from '../../fields/body';
import { createdAfterFilter, updatedAfterFilter } from '../../fields/recordFilter';
import { create } from '../../operations/create';
import { deleteOne } from '../../operations/delete';
import { npsEvents } from '../../operations/events';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { scopeOf } from '../../operations/parent';
import { defineResource } from '../../operations/resource';
import { upsertByPath } from '../../operations/upsert';
import { accountType, npsResponseType, organizationType } from '../recordTypes';
import { newResponse, newResponseWithExternalId } from './fields';
import { scoreFilters, targetFilter, targetOf } from './filters';
import { updateResponse } from './update';
import { locateById } from '../../records/locate';
import { readsByExternalId } from '../../records/recordSource';

const scopes = [accountType, organizationType];

/** An external ID is looked up first: a read and a deletion take the service's ID alone. */
const locate = locateById(npsResponseType);
const reads = readsByExternalId(npsResponseType);

/** Who said what, and when. */
const simpleFields = [
	'id',
	'externalId',
	'userId',
	'score',
	'feedback',
	'respondedAt',
	'updatedAt',
];

/** docs/beyond.md, 5 */
export const npsResponse = defineResource(npsResponseType, {
	simpleFields,
	scopes,
	events: npsEvents,
	defaultOperation: 'getAll',
	operations: [
		create(npsResponseType, {
			...newResponseWithExternalId,
			description: 'Record the answer of a user to an NPS survey',
			remark: 'Vitally updates the response that has the External ID already, if there is one.',
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
			remark: 'Those for accounts, unless others are asked for.',
			scopes,
			filters: [createdAfterFilter, targetFilter, updatedAfterFilter],
			// The lists of accounts and organizations take no target.
			query: (item) => setFields({ target: scopeOf(item, scopes) ? undefined : targetOf(item) }),
			ownFilters: scoreFilters,
		}),
		updateResponse,
	],
});
