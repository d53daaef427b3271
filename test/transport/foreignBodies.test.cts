import { isErrorBody, isRejectedByWebPage } from '../../nodes/Vitally/transport/foreignBodies';

/** A row with the JSON of its body, for the title. */
const shown = <Row extends { body: unknown }>(row: Row) => ({
	...row,
	json: JSON.stringify(row.body),
});

describe('isErrorBody', () => {
	it.each(
		[
			{ body: { error: 'No route to host' } },
			{ body: { errors: ['Not deleted'] } },
			{ body: { errors: { id: 'unknown' } } },
			{ body: { errors: 'Not deleted' } },
			{ body: { error: { message: 'No' } } },
			{ body: { success: false } },
			{ body: { ok: false } },
			{ body: { status: 'error' } },
		].map(shown),
	)('takes the body $json of a success for an error', ({ body }) => {
		expect({ isError: isErrorBody(body) }).toEqual({ isError: true });
	});

	it.each(
		[
			{ body: { error: 'No', id: 'a' } },
			{ body: { success: false, id: 'a' } },
			{ body: { error: null } },
			{ body: { errors: [] } },
			{ body: { errors: {} } },
			{ body: { errors: null } },
			{ body: { errors: '' } },
			{ body: { success: true, ok: true, status: 'ok' } },
			{ body: {} },
			{ body: 'error' },
			{ body: [{ error: 'No' }] },
		].map(shown),
	)('takes the body $json of a success for no error', ({ body }) => {
		expect({ isError: isErrorBody(body) }).toEqual({ isError: false });
	});
});

describe('isRejectedByWebPage', () => {
	it.each(
		[
			{ status: 404, body: '<html>' },
			{ status: 400, body: ' \n<!DOCTYPE html>' },
			{ status: 499, body: '<html>' },
		].map(shown),
	)('takes HTTP $status with the body $json for a page of a proxy', ({ status, body }) => {
		expect({ isOfProxy: isRejectedByWebPage({ status, body }) }).toEqual({ isOfProxy: true });
	});

	it.each(
		[
			{ status: 404, body: { error: '<html>' } },
			{ status: 404, body: 'Not found' },
			{ status: 404, body: undefined },
			{ status: 407, body: '<html>' },
			{ status: 413, body: '<html>' },
			{ status: 429, body: '<html>' },
			{ status: 399, body: '<html>' },
			{ status: 500, body: '<html>' },
		].map(shown),
	)('takes HTTP $status with the body $json for a definite answer', ({ status, body }) => {
		expect({ isOfProxy: isRejectedByWebPage({ status, body }) }).toEqual({ isOfProxy: false });
	});
});
