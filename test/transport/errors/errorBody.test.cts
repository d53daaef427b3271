import { errorText } from '../../../nodes/Vitally/transport/errors/errorBody';

describe('errorText', () => {
	it.each([
		[{ error: 'externalId is required' }, 'externalId is required'],
		[{ message: 'externalId is required' }, 'externalId is required'],
		[{ error: { message: 'nested' } }, 'nested'],
		[{ errors: ['one', { message: 'two' }] }, 'one; two'],
		[{ error: '', message: 'second' }, 'second'],
		['plain text', 'plain text'],
		['<html><body>Bad gateway</body></html>', undefined],
		[{ code: 5 }, undefined],
		[{}, undefined],
		[undefined, undefined],
		[null, undefined],
	])('finds the text in %j', (body, text) => expect(errorText(body)).toBe(text));

	it('cuts a page down', () => {
		expect(errorText({ error: 'x'.repeat(10_000) })?.length).toBeLessThan(600);
	});
});
