import { isErrorBody, isRejectedByWebPage } from '../../nodes/Vitally/transport/foreignBodies';

describe('an error in a success', () => {
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
	])('is the error of an object that is no record: %j', (body, isError) => {
		expect(isErrorBody(body)).toBe(isError);
	});
});

describe('a rejection', () => {
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
	])('is that of a web page: $isWebPage for $status $body', ({ status, body, isWebPage }) => {
		expect(isRejectedByWebPage({ status, body })).toBe(isWebPage);
	});
});
