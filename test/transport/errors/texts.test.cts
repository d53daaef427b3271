import { errorText, redact } from '../../../nodes/Vitally/transport/errors/errorBody';

describe('serviceText', () => {
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

describe('withoutKey', () => {
	const encoded = btoa('sk_live_secret:');

	it.each([
		['sk_live_secret', 'the bare key'],
		[`Basic ${encoded}`, 'a pasted header'],
	])('takes out every form of the key, given %s', (apiKey) => {
		const text = redact(`key sk_live_secret, header Basic ${encoded}`, { apiKey });
		expect(text).not.toContain('sk_live_secret');
		expect(text).not.toContain(encoded);
	});

	it('leaves a text alone when there is no key', () => {
		expect(redact('some text', {})).toBe('some text');
	});
});
