import type { IDataObject, IExecuteSingleFunctions, INodePropertyOptions } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { isDryRun, requestPreview } from '../../fields/dryRun';
import { requiredText } from '../../fields/text';
import { traitsOfItem } from '../../fields/traits';
import type { ServiceRequest } from '../../transport/client';
import type { Operation, Service } from '../../transport/item';
import { pathSegment } from '../../transport/pathSegment';
import { writtenRecordOf } from '../../transport/records';
import { runExclusive } from '../../transport/limits/keyedMutex';
import { createOnce } from '../../operations/create';
import { optionalParentId } from '../../operations/parent';
import { route } from '../../operations/route';
import { ACCOUNTS } from './account';

/**
 * Updates the account with this external id, or creates it. The update comes first: it cannot make a
 * second account, whatever the service does with a POST of a known external id.
 * Source: docs/service.md, Accounts
 */
const upsertAccount: Operation = async (item, service) => {
	const externalId = requiredText(item, 'externalId', 'External ID');
	const path = `${ACCOUNTS}/${pathSegment(externalId, 'External ID')}`;
	return await runExclusive(
		path,
		async () => await updateOrCreate(item, service, externalId, path),
	);
};

async function updateOrCreate(
	item: IExecuteSingleFunctions,
	service: Service,
	externalId: string,
	path: string,
): Promise<IDataObject[]> {
	const fields = setFields({
		name: requiredText(item, 'name', 'Name'),
		traits: traitsOfItem(item),
		organizationId: await optionalParentId(item, service, 'organization', 'additionalFields'),
	});
	const update: ServiceRequest = { method: 'PUT', path, body: fields, handledStatuses: [404] };
	if (isDryRun(item)) return [requestPreview(update, await service.baseUrl())];

	const updated = await service.send(update);
	if (updated.status !== 404) return [{ ...writtenRecordOf(updated, update), created: false }];

	const create: ServiceRequest = {
		method: 'POST',
		path: ACCOUNTS,
		body: { externalId, ...fields },
		handledStatuses: [400, 409],
	};
	const created = await createOnce(item, service, create, { path: ACCOUNTS }, externalId);
	if (created.status < 300) return [{ ...writtenRecordOf(created, create), created: true }];

	// Somebody else may have created the account since. If there is none, the values were refused.
	const updatedAfterAll = await service.send(update);
	if (updatedAfterAll.status === 404) throw await service.refusal(created, create);
	return [{ ...writtenRecordOf(updatedAfterAll, update), created: false }];
}

export const upsert: INodePropertyOptions = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update an account',
	description: 'Create a new account, or update the current one if it already exists (upsert)',
	routing: route(upsertAccount),
};
