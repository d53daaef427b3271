import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type { ItemContext } from '../../nodes/Vitally/execution/operation';
import type { RecordLocation } from '../../nodes/Vitally/records/locate';
import { updateRecordIfFound } from '../../nodes/Vitally/records/updateRecord';
import type { ServiceRequest, ServiceResponse } from '../../nodes/Vitally/transport/client';
import { seenError, type SeenError } from '../errors/thrownError.cts';

const BY_VITALLY_ID: RecordLocation = { noun: 'user', id: 'v1', path: '/users/v1' };
const BY_EXTERNAL_ID: RecordLocation = {
	noun: 'user',
	externalId: 'e1',
	isEither: false,
	path: '/users/e1',
};

/** The error that an item makes of a response. */
const NOT_FOUND = new VitallyError('The user was not found', 'Check the ID.', { status: 404 });

/** What becomes of the change of a name: the record, the error, or that there is no record. */
async function changeName(
	located: RecordLocation,
	response: Pick<ServiceResponse, 'status' | 'outcome' | 'body'>,
): Promise<IDataObject | SeenError | 'no record'> {
	const item = {
		send: async (request: ServiceRequest) => ({ request, headers: {}, ...response }),
		apiError: () => NOT_FOUND,
	} as unknown as ItemContext;

	return await updateRecordIfFound(item, located, { name: 'New' }).then(
		(record) => record ?? 'no record',
		seenError,
	);
}

describe('the change of a record that may be gone', () => {
	it.each<{
		title: string;
		located: RecordLocation;
		response: Parameters<typeof changeName>[1];
		change: unknown;
	}>([
		{
			title: 'returns the record that the answer shows',
			located: BY_EXTERNAL_ID,
			response: { status: 200, outcome: 'done', body: { id: 'v1', name: 'New', plan: 'gold' } },
			change: { id: 'v1', name: 'New', plan: 'gold' },
		},
		{
			title: 'returns what was sent, with the Vitally ID of the record, where the answer is empty',
			located: BY_VITALLY_ID,
			response: { status: 200, outcome: 'done', body: undefined },
			change: { id: 'v1', name: 'New' },
		},
		{
			title: 'finds no record with an External ID after a 404',
			located: BY_EXTERNAL_ID,
			response: { status: 404, outcome: 'rejected', body: undefined },
			change: 'no record',
		},
		{
			title: 'finds no record with a Vitally ID after a 404',
			located: BY_VITALLY_ID,
			response: { status: 404, outcome: 'rejected', body: undefined },
			change: 'no record',
		},
		{
			title: 'finds no record with an External ID where the answer before the 404 was lost',
			located: BY_EXTERNAL_ID,
			response: { status: 404, outcome: 'unknown', body: undefined },
			change: 'no record',
		},
		{
			title: 'fails where the answer before the 404 was lost, and the record was found before',
			located: BY_VITALLY_ID,
			response: { status: 404, outcome: 'unknown', body: undefined },
			change: seenError(NOT_FOUND),
		},
	])('$title', async ({ located, response, change }) => {
		expect(await changeName(located, response)).toEqual(change);
	});
});
