import { isErrorBody, isRejectedByWebPage } from '../../nodes/Vitally/transport/foreignBodies';

describe('isErrorBody', () => {
	it.each([
		[{ error: 'No route to host' }, true],
		[{ errors: ['Not deleted'] }, true],
		[{ errors: { id: 'unknown' } }, true],
		[{ success: false }, true],
		[{ ok: false }, true],
		[{ status: 'error' }, true],
		[{ error: 'No', id: 'a' }, false],
		[{ success: false, id: 'a' }, false],
		[{ error: null }, false],
		[{ errors: [] }, false],
		[{ errors: {} }, false],
		[{ success: true, ok: true, status: 'ok' }, false],
		[{}, false],
		['error', false],
		[[{ error: 'No' }], false],
	])('recognizes an error in an object that is no record: %j, %s', (body, isError) => {
		expect(isErrorBody(body)).toBe(isError);
	});
});

describe('isRejectedByWebPage', () => {
	it.each([
		{ status: 404, body: '<html>', isWebPage: true },
		{ status: 400, body: ' \n<!DOCTYPE html>', isWebPage: true },
		{ status: 499, body: '<html>', isWebPage: true },
		{ status: 404, body: { error: '<html>' }, isWebPage: false },
		{ status: 404, body: 'Not found', isWebPage: false },
		{ status: 404, body: undefined, isWebPage: false },
		{ status: 407, body: '<html>', isWebPage: false },
		{ status: 413, body: '<html>', isWebPage: false },
		{ status: 429, body: '<html>', isWebPage: false },
		{ status: 399, body: '<html>', isWebPage: false },
		{ status: 500, body: '<html>', isWebPage: false },
	])('returns $isWebPage for $status $body', ({ status, body, isWebPage }) => {
		expect(isRejectedByWebPage({ status, body })).toBe(isWebPage);
	});
});
