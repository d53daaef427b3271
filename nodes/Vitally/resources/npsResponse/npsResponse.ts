import type { IDataObject } from 'n8n-workflow';

import { choiceProperty } from '../../fields/properties';
import { readChoice } from '../../fields/readers';
import { assertNotEmptyUpdate, readBody } from '../../operations/body/bodyDefinition';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { defineResource } from '../../operations/definition/resource';
import {
	comparing,
	numberFilter,
	type FieldFilter,
	type ServiceFilter,
} from '../../operations/filters/fieldFilter';
import { createdAfterFilter, updatedAfterFilter } from '../../operations/filters/recordFilters';
import { get, readRecord } from '../../operations/get';
import { create, deleteOne, getMany, update } from '../../operations/standardOperations';
import { upsertByPath } from '../../operations/upsert';
import { locateByVitallyId } from '../../records/locate';
import { contentLockKey, lockRecord } from '../../records/recordLocks';
import { updateRecord } from '../../records/updateRecord';
import { omitUndefined } from '../../values/json/json';
import { created, updated } from '../events';
import { npsResponseType } from '../recordTypes';
import { changedResponse, newResponse } from './npsResponseFields';

const simpleFields = [
	'score',
	'feedback',
	'userName',
	'userEmail',
	'respondedAt',
	'updatedAt',
	'externalId',
	'id',
	'userId',
];

const SCORE_RANGE = { field: 'score', bounds: { minValue: 0, maxValue: 10 } };

const filters: FieldFilter[] = [
	createdAfterFilter,
	updatedAfterFilter,
	numberFilter(
		'Score at Least',
		'scoreAtLeast',
		{
			...SCORE_RANGE,
			initial: 9,
			only: 'responses with this score or a higher one, for example 9 for promoters',
		},
		comparing((score, bound) => score >= bound),
	),
	numberFilter(
		'Score at Most',
		'scoreAtMost',
		{
			...SCORE_RANGE,
			initial: 6,
			only: 'responses with this score or a lower one, for example 6 for detractors',
		},
		comparing((score, bound) => score <= bound),
	),
];

const targetField = choiceProperty('Target', 'target', {
	options: [
		{ name: 'Accounts', value: 'accounts' },
		{ name: 'Organizations', value: 'organizations' },
	],
	default: 'accounts',
	description:
		'Vitally lists responses for accounts and responses for organizations separately, those for accounts by default',
});

/** The `target` of the list (docs/internal/beyond.md, 18). */
const targetFilter: ServiceFilter = {
	property: targetField,
	isOnlyForAll: true,
	read: (item) => {
		const chosen = readChoice(item, targetField, 'filters');

		return chosen === 'organizations' ? 'organization' : chosen;
	},
};

/** The trigger reads both lists; whether a response can be in both is unknown (docs/internal/beyond.md, 19). */
const answeredResponses = {
	lists: [{ target: 'accounts' }, { target: 'organization' }],
	needsScore: true,
} as const;

/**
 * Reads the response first, because an update must contain user, score and time.
 * Source: docs/internal/beyond.md, 5 and 18
 */
const updateResponse: OperationDefinition = {
	...update(npsResponseType, {
		...changedResponse,
		description: 'Update an NPS response',
		docsNote:
			'Vitally requires user, score and time with every update. The node reads the response first, and keeps the values that you do not set.',
	}),
	run: lockRecord(npsResponseType, async (item, selection) => {
		const fields = await readBody(item, changedResponse, 'updateFields');

		assertNotEmptyUpdate(fields);

		const bodyOf = ({ userId, score, respondedAt }: IDataObject) => ({
			...omitUndefined({ userId, score, respondedAt }),
			...fields,
		});

		const located = await locateByVitallyId(item, npsResponseType, selection);
		const key = contentLockKey(npsResponseType, located.id);

		return await item.lock(key, async () => {
			const current = await readRecord(item, located);

			return [await updateRecord(item, located, bodyOf(current), { bodyOf })];
		});
	}),
};

export const npsResponse = defineResource(npsResponseType, {
	simpleFields,
	events: [
		{
			...created(npsResponseType.noun),
			...answeredResponses,
			sortBy: 'updatedAt',
			description: 'When a user answers an NPS survey',
		},
		{ ...updated(npsResponseType.noun), ...answeredResponses },
	],
	defaultOperation: 'getAll',
	operations: [
		create(npsResponseType, {
			...newResponse,
			description: 'Record the answer of a user to an NPS survey',
			docsNote: 'If a response has the External ID already, Vitally updates it.',
		}),
		upsertByPath(npsResponseType, newResponse),
		deleteOne(npsResponseType, {
			description: 'Delete an NPS response permanently',
			locate: locateByVitallyId,
		}),
		get(npsResponseType, {
			description: 'Retrieve an NPS response by its ID or External ID',
			locate: locateByVitallyId,
		}),
		getMany(npsResponseType, {
			docsNote:
				"The node returns the responses for accounts, unless you set 'Target'. A dismissed survey does not have a score.",
			serviceFilters: [targetFilter],
			filters,
		}),
		updateResponse,
	],
});
