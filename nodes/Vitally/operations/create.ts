import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { additionalCollection } from '../fields/collections';
import { dryRunOption } from '../fields/dryRun';
import { optionsField } from '../fields/options';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import { writtenRecordOf } from '../transport/records';
import { bodyProperties, readBody, type BodySpec } from './bodyField';
import { findLatelyCreated, readsByExternalId, type Collection } from './externalIds';
import type { RecordType } from './recordType';
import type { OperationRow, RowTexts } from './resource';

interface Create extends BodySpec, RowTexts {
	/** Path of the list where it is not that of the type. */
	path?: (item: ItemContext) => string;
	/** Fields above all others. */
	above?: INodeProperties[];
	/** Fields below the required ones. */
	below?: INodeProperties[];
	/** What a status means, where the general text would say too little. */
	explain?: (item: ItemContext, body: IDataObject) => ServiceRequest['explain'];
	/** Whether the record may carry an ID of the user's own, by which a lost creation is looked for. */
	isLookedFor?: boolean;
}

/** Makes one record. */
export function create(type: RecordType, row: Create): OperationRow {
	return {
		name: 'Create',
		value: 'create',
		action: `Create ${type.noun}`,
		description: row.description,
		remark: row.remark,
		endpoints: [`POST ${type.path}`],
		reads: row.isLookedFor ? readsByExternalId(type) : row.reads,
		fields: [
			...(row.above ?? []),
			...bodyProperties(row, additionalCollection, row.below),
			optionsField([dryRunOption]),
		],
		run: async (item) => {
			const path = row.path?.(item) ?? type.path;
			const body = await readBody(item, row, 'additionalFields');
			const request = { method: 'POST' as const, path, body, explain: row.explain?.(item, body) };
			const response = row.isLookedFor
				? await createOnce(item, request, { path })
				: await item.send(request);
			return [writtenRecordOf(response, request)];
		},
	};
}

/** What a service may still need to finish a request whose connection broke. */
const SETTLE_MS = 1000;

/** What a creation is answered with when the external ID is taken. */
const TAKEN = [400, 409];

/**
 * Sends a creation. When its answer gets lost, it looks for the record before it sends again, so that
 * nothing is created twice and no success is reported that did not happen. A creation without an
 * external ID cannot be looked for: it ends in an error, with the advice to look.
 *
 * @param collection where the record would be
 * @returns the answer to the creation, or to the read that found it done
 */
export async function createOnce(
	item: ItemContext,
	create: ServiceRequest,
	collection: Collection,
): Promise<ServiceResponse> {
	const { externalId } = create.body as { externalId?: string };
	if (externalId === undefined) return await item.send(create);
	const { handledStatuses = [] } = create;
	const find = async () => await findLatelyCreated(item, collection, externalId);

	const first = await item.trySend(create);
	if (first.outcome === 'answered') return first.response;

	await item.wait(SETTLE_MS);
	const record = await find();
	if (record) return record;

	const second = await item.send({ ...create, handledStatuses: [...handledStatuses, ...TAKEN] });
	if (!TAKEN.includes(second.status)) return second;
	// The first one may have been carried out after the look.
	const recordAfterAll = await find();
	if (recordAfterAll) return recordAfterAll;
	if (handledStatuses.includes(second.status)) return second;
	throw item.apiError(second, create);
}
