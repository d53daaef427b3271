import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { defineResource } from '../../operations/definition/resource';
import { locatorFilter, type FieldFilter } from '../../operations/filters/fieldFilter';
import { archivedFilter, recordFilters } from '../../operations/filters/recordFilters';
import { create, deleteOne, get, getMany, update } from '../../operations/standardOperations';
import { syncOperations } from '../../operations/syncOperations';
import { updateOrCreate, defineUpsert } from '../../operations/upsert';
import { accountIdsOf } from '../../records/accountIds';
import { requiredLocator } from '../../records/recordType';
import { isEmpty } from '../../values/emptyValues';
import { archived, created, updated } from '../events';
import { accountType, customObjectInstanceType, customObjectType } from '../recordTypes';
import { changedInstance, newInstance, syncedInstance } from './instanceFields';
import {
	instanceListOf,
	locateInstance,
	locateInstances,
	readInstance,
	searchEndpoint,
} from './locateInstance';
import { searchInstances } from './searchInstances';

const simpleFields = [
	'name',
	'accountNames',
	'organizationName',
	'archivedAt',
	'updatedAt',
	'externalId',
	'id',
	'accountId',
	'organizationId',
	'ownedByVitallyUserId',
];

const filters: FieldFilter[] = [
	locatorFilter(accountType, 'Account', 'account', {
		field: 'customerId',
		only: 'instances of this account',
		idsOf: shownAccountIdsOf,
	}),
	...recordFilters(),
];

const customObjectField = [requiredLocator(customObjectType)];

const listOf = async (item: ItemContext) => instanceListOf(await locateInstances(item));

/**
 * What a POST of a known external ID does to an instance is unknown, so the instance is searched for first.
 * Source: docs/internal/public-facts.md, 4.12
 */
const upsertInstance = defineUpsert(customObjectInstanceType, {
	above: customObjectField,
	body: newInstance,
	docsNote: 'The node looks for the External ID with one search.',
	run: async (item, externalId, fields) =>
		await updateOrCreate(item, { list: await listOf(item), externalId, fields }),
});

const getInstance: OperationDefinition = {
	...get(customObjectInstanceType, {
		docsNote: 'The node does not find archived instances.',
		above: customObjectField,
	}),
	endpoints: [searchEndpoint],
	run: async (item) => [await readInstance(item)],
};

export const customObjectInstance = defineResource(customObjectInstanceType, {
	label: 'Custom Object Instance',
	simpleFields,
	events: [archived, created, updated].map((eventOf) => ({
		...eventOf(customObjectInstanceType.noun),
		parent: customObjectType,
	})),
	defaultOperation: 'getAll',
	operations: [
		create(customObjectInstanceType, {
			...newInstance,
			description: 'Create a new custom object instance',
			docsNote: 'The instance belongs to an account, an organization or both.',
			listOf,
			above: customObjectField,
		}),
		upsertInstance,
		deleteOne(customObjectInstanceType, {
			description: 'Archive a custom object instance',
			locate: locateInstance,
			above: customObjectField,
		}),
		getInstance,
		getMany(customObjectInstanceType, {
			path: async (item) => (await locateInstances(item)).path,
			above: customObjectField,
			serviceFilters: [archivedFilter],
			filters,
		}),
		searchInstances,
		...syncOperations(customObjectInstanceType, {
			...syncedInstance,
			above: customObjectField,
			requiredOnCreate: ['name'],
			sentAs: { accountId: 'customerId' },
			placeColumns: ['customObjectId'],
			placeOf: ({ path }) => ({ customObjectId: decodeURIComponent(path.split('/')[3]) }),
			listOf,
		}),
		update(customObjectInstanceType, {
			...changedInstance,
			locate: locateInstance,
			above: customObjectField,
		}),
	],
});

/** Returns the IDs of the accounts of an instance; `undefined` where the list does not show them. */
function shownAccountIdsOf(instance: IDataObject): unknown[] | undefined {
	const { customerId, customers } = instance;
	if (customerId === undefined && customers === undefined) return undefined;

	return accountIdsOf(instance).filter((id) => !isEmpty(id));
}
