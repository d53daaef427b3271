import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { isDryRun, requestPreview } from '../fields/dryRun';
import type { ServiceRequest } from '../transport/client';
import type { Service } from '../transport/item';
import { writtenRecordOf } from '../transport/records';
import { createOnce } from './create';
import { findByExternalId, findNewByExternalId, type Collection, type Found } from './externalIds';

interface Upsert {
	collection: Collection;
	externalId: string;
	/**
	 * Changes the record that is there, or shows the request in a dry run.
	 *
	 * @returns the item, or `undefined` when the record is gone
	 */
	update: (found: Found) => Promise<IDataObject | undefined>;
	/** Makes the record. */
	create: ServiceRequest;
}

/**
 * Changes the record with an external id, or makes it where a path may not take external ids. A record
 * that was found is changed by the service's id; a creation leaves only after a look-up proved that
 * there is none, and one that the service refuses, because somebody else was faster, ends in the change.
 *
 * The caller keeps items of one external id apart (`takeTurns`).
 *
 * @returns the item, which says under `created` what happened
 */
export async function updateOrCreate(
	item: IExecuteSingleFunctions,
	service: Service,
	{ collection, externalId, update, create }: Upsert,
): Promise<IDataObject> {
	const isDry = isDryRun(item);
	const change = async (there: Found) => {
		const record = await update(there);
		return record && (isDry ? record : { ...record, created: false });
	};
	const { found, index } = await findByExternalId(item, service, collection, externalId);
	const changed = found && (await change(found));
	if (changed) return changed;
	if (isDry) return requestPreview(create, await service.baseUrl());

	const request = { ...create, accept: [400, 409] };
	const response = await createOnce(item, service, request, collection, externalId);
	if (response.status < 300) {
		const record = writtenRecordOf(response, create);
		if (typeof record.id === 'string') index?.ids.set(externalId, record.id);
		return { ...record, created: true };
	}
	const rival = await findNewByExternalId(service, collection, externalId, index);
	const changedAfterAll = rival && (await change(rival));
	if (!changedAfterAll) throw await service.refusal(response, create);
	return changedAfterAll;
}
