import { redact } from '../../../nodes/Vitally/transport/errors/redact';

describe('redact', () => {
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
