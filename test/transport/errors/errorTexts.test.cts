import fc from 'fast-check';

import { errorText, truncate } from '../../../nodes/Vitally/transport/errors/apiErrors';
import { redact } from '../../../nodes/Vitally/transport/errors/redact';

/** Forms in which a header or key may be quoted. */
const ESCAPES: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'without padding': (text) => text.replace(/=+$/, ''),
	'base64 for addresses': (text) => text.replace(/\+/g, '-').replace(/\//g, '_'),
	'for an address': encodeURIComponent,
	'for an address, twice': (text) => encodeURIComponent(encodeURIComponent(text)),
	'for an address, every character': (text) =>
		[...text].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
	'for JSON': (text) => JSON.stringify(text).slice(1, -1),
	'for JSON, slashes too': (text) => JSON.stringify(text).slice(1, -1).replace(/\//g, '\\/'),
	'for JSON, every character': (text) =>
		[...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
	'for HTML': (text) => text.replace(/[^a-z0-9]/gi, (c) => `&#${c.charCodeAt(0)};`),
	'for HTML, in hex': (text) =>
		text.replace(/[^a-z0-9]/gi, (c) => `&#x${c.charCodeAt(0).toString(16)};`),
};

/** What can be a key: what a header can have. */
const keys = fc.string({
	unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
	minLength: 16,
	maxLength: 60,
});

describe('redact', () => {
	describe.each(Object.entries(ESCAPES))('%s', (_, escape) => {
		it.each(['bare', 'header'])('removes a key that was entered as a %s', (form) => {
			fc.assert(
				fc.property(keys, (key) => {
					const header = btoa(`${key}:`);
					const apiKey = form === 'bare' ? key : `Basic ${header}`;
					for (const quoted of [key, header, btoa(key), btoa(`${key}:x`)]) {
						const text = redact(`<${escape(quoted)}>`, { apiKey });
						expect(text.length).toBeLessThan(12);
					}
				}),
				{ numRuns: 25 },
			);
		});
	});

	it('removes the key of the Analytics API, which is sent without encoding', () => {
		expect(redact('Basic abcd+efgh/ijk= said', { apiKey: 'abcd+efgh/ijk=' })).toBe(
			'Basic *** said',
		);
	});

	it('leaves the rest of a text as it is', () => {
		const text = redact('The key sk_live_secret, was rejected; sk_live is no key', {
			apiKey: 'sk_live_secret',
		});
		expect(text).toBe('The key ***, was rejected; sk_live is no key');
	});

	it('leaves a text alone when there is no key', () => {
		expect(redact('some text', {})).toBe('some text');
	});
});

describe('errorText', () => {
	it.each([
		[{ error: 'externalId is required' }, 'externalId is required'],
		[{ error: '', message: 'externalId is required' }, 'externalId is required'],
		[{ errors: ['one', { message: 'two' }] }, 'one; two'],
		['plain text', 'plain text'],
		['<html><body>Bad gateway</body></html>', undefined],
		[{ code: 5 }, undefined],
		[null, undefined],
	])('finds the text in %j', (body, text) => expect(errorText(body)).toBe(text));
});

describe('truncate', () => {
	it('writes a long text in one line, and leaves out its end', () => {
		expect(truncate(`two\n\tlines ${'x'.repeat(1000)}`, 12)).toBe('two lines xx …');
	});
});
