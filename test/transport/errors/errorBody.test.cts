import { errorText, truncate } from '../../../nodes/Vitally/transport/errors/apiErrors';

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
});

describe('shortened', () => {
	it.each([
		['short', 'short'],
		['two\n\tlines ', 'two lines'],
		['x'.repeat(10_000), `${'x'.repeat(20)} …`],
	])('puts %j into one line', (text, line) => expect(truncate(text, 20)).toBe(line));
});
