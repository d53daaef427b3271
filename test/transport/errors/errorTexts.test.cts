import fc from 'fast-check';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { redact } from '../../../nodes/Vitally/transport/errors/redact';
import { serviceMessageOf } from '../../../nodes/Vitally/transport/errors/serviceMessage';
import { lessThan } from '../../fixtures/bounds.cts';
import { runsOf } from '../../models/histories.cts';

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

const ENTITIES: Record<string, string> = {
	'&': 'amp',
	'"': 'quot',
	'<': 'lt',
	'>': 'gt',
	"'": 'apos',
};
const inHtml = (text: string) => text.replace(/[&"<>']/g, (c) => `&${ENTITIES[c]};`);

function everyCharacter(text: string): string {
	return [...text].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
}

/** Forms in which a header or key may be quoted. */
const ESCAPES: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'in capitals': (text) => text.toUpperCase(),
	'in small letters': (text) => text.toLowerCase(),
	'in hex': (text) => Buffer.from(text).toString('hex'),
	'in hex, in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
	'without padding': (text) => text.replace(/=+$/, ''),
	'base64 for addresses': (text) => text.replace(/\+/g, '-').replace(/\//g, '_'),
	'for an address': encodeURIComponent,
	'for an address, twice': (text) => encodeURIComponent(encodeURIComponent(text)),
	'for an address, every character': everyCharacter,
	'for JSON': inJson,
	'for JSON, slashes too': (text) => inJson(text).replace(/\//g, '\\/'),
	'for JSON, twice': (text) => inJson(inJson(text).replace(/\//g, '\\/')),
	'for JSON, every character': (text) =>
		[...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
	'for HTML, by names': inHtml,
	'for JSON in HTML': (text) => inHtml(inJson(text)),
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
	it.each(['bare', 'header'])(
		'removes the base64 for addresses of a key that was entered as a %s, in which + is - and / is _',
		(form) => {
			const key = 'sk~?>live~?>key~?>x';
			const header = 'c2t+Pz5saXZlfj8+a2V5fj8+eDo=';
			const quoted = 'c2t-Pz5saXZlfj8-a2V5fj8-eDo';
			const slashed = 'sk_live_~~?>>~?~';
			const apiKey = form === 'bare' ? key : `Basic ${header}`;

			expect({
				quoted: redact(`<${quoted}>`, { apiKey }),
				slashed: redact('<c2tfbGl2ZV9-fj8-Pn4_fjo>', { apiKey: slashed }),
			}).toEqual({ quoted: '<***>', slashed: '<***>' });
		},
	);

	it.each([
		{ padding: 'with', said: 'abcd+efgh/ij==' },
		{ padding: 'without', said: 'abcd+efgh/ij' },
	])(
		'removes the key of the Analytics API, which is not encoded, $padding its padding',
		({ said }) => {
			expect(redact(`Basic ${said} said`, { apiKey: 'abcd+efgh/ij==' })).toBe('Basic *** said');
		},
	);

	it('leaves the rest of a text as it is', () => {
		const text = redact('The key sk_live_secret, was rejected; sk_live is no key', {
			apiKey: 'sk_live_secret',
		});

		expect(text).toBe('The key ***, was rejected; sk_live is no key');
	});

	it.each<ICredentialDataDecryptedObject>([{}, { apiKey: '' }, { apiKey: 'som' }])(
		'leaves a text alone without a key: %j',
		(none) => {
			expect(redact('some text', none)).toBe('some text');
		},
	);

	it.each([
		' abcd\n',
		'Basic  abcd',
		'Authorization: abcd',
		'Authorization:abcd',
		'Authorization: Basic abcd',
		'Authorization:Basic abcd',
		'authorization:  basic abcd',
	])('removes the key that was pasted as %j', (apiKey) =>
		expect(redact('not abcd', { apiKey })).toBe('not ***'),
	);

	it('removes the bare key where its header was pasted, and the header where the key was', () => {
		const key = 'sk_live_1';
		const header = btoa(`${key}:`);

		expect({
			bare: redact(`not ${key}`, { apiKey: `Basic ${header}` }),
			header: redact(`not ${header}`, { apiKey: key }),
		}).toEqual({ bare: 'not ***', header: 'not ***' });
	});

	const KNOWN_KEY = 'sk_live/4eC39+HqLy&jWD<x>"y"\\z';

	it.each(
		Object.entries(ESCAPES).flatMap(([form, escape]) => [
			{ form, entered: 'key', quoted: 'key', escape },
			{ form, entered: 'key', quoted: 'header', escape },
			{ form, entered: 'header', quoted: 'key', escape },
			{ form, entered: 'header', quoted: 'header', escape },
		]),
	)('removes the $quoted quoted $form where the $entered was entered', (quotation) => {
		const { entered, quoted, escape } = quotation;
		const forms: Record<string, string> = { key: KNOWN_KEY, header: btoa(`${KNOWN_KEY}:`) };
		const apiKey = entered === 'key' ? forms.key : `Basic ${forms.header}`;
		const text = redact(`before ${escape(forms[quoted])} after`, { apiKey });

		expect({ text }).toEqual({ text: 'before *** after' });
	});

	describe.each(Object.entries(ESCAPES))('%s', (_, escape) => {
		it.each(['bare', 'header'])('removes a key that was entered as a %s', (form) => {
			fc.assert(
				fc.property(keys, (key) => {
					const header = btoa(`${key}:`);
					const apiKey = form === 'bare' ? key : `Basic ${header}`;

					for (const quoted of [key, header, btoa(key), btoa(`${key}:x`)]) {
						const text = redact(`<${escape(quoted)}>`, { apiKey });

						// What is left of it reveals nothing.
						expect({ quoted, text: text.length < 12 ? 'short' : text }).toEqual({
							quoted,
							text: 'short',
						});
					}
				}),
				{ numRuns: runsOf(25) },
			);
		});
	});
});

/** The answer with which the service rejects a body (docs/internal/public-facts.md, 2). */
const rejection = (...errors: unknown[]) => ({ error: { message: 'validation failed', errors } });
const mustBeString = (instancePath: string) => ({
	instancePath,
	schemaPath: `#${instancePath}/type`,
	keyword: 'type',
	params: { type: 'string' },
	message: 'must be string',
});
const missing = (instancePath: string, missingProperty: string) => ({
	instancePath,
	keyword: 'required',
	params: { missingProperty },
	message: `must have required property '${missingProperty}'`,
});
const unknown = (instancePath: string, additionalProperty: string) => ({
	instancePath,
	keyword: 'additionalProperties',
	params: { additionalProperty },
	message: 'must NOT have additional properties',
});

const KEY = 'sk_live/4eC39HqLyjWD';

describe('the message of the service', () => {
	const read = (body: unknown, labels: Record<string, string> = {}) =>
		serviceMessageOf(body, {
			credentials: { apiKey: KEY },
			labelOf: (path) => labels[path.join('.')],
		});

	it.each<{ name: string; body: unknown; text: string }>([
		{ name: 'its error', body: { error: 'no name' }, text: 'no name' },
		{
			name: 'its message, where its error is empty',
			body: { error: '', message: 'no name' },
			text: 'no name',
		},
		{
			name: 'the message of its error',
			body: { error: { message: 'no name', errors: [] } },
			text: 'no name',
		},
		{
			name: 'the texts and messages of its list of errors, in one line',
			body: { errors: ['one', { message: 'two' }, null, {}] },
			text: 'one; two',
		},
		{
			name: 'its list of errors rather than its error',
			body: { error: 'Bad Request', errors: ['name is too long'] },
			text: 'name is too long',
		},
		{
			name: 'its error rather than its message',
			body: { error: 'name is too long', message: 'Bad Request' },
			text: 'name is too long',
		},
		{
			name: 'its list of errors rather than its message',
			body: { errors: ['name is too long'], message: 'Bad Request' },
			text: 'name is too long',
		},
		{ name: 'a list without a field', body: ['one', { message: 'two' }], text: 'one; two' },
		{ name: 'a text', body: 'plain text', text: 'plain text' },
		{ name: 'a text of two lines, in one', body: 'two\n\tlines', text: 'two lines' },
		{ name: 'a text without blanks around it', body: ' no name\n', text: 'no name' },
		{ name: 'a text without the full stop at its end', body: 'No name.', text: 'No name' },
		{
			name: 'a text without the last of its full stops, not those within it',
			body: 'No name. No mrr.',
			text: 'No name. No mrr',
		},
		{ name: 'all of 500 characters', body: 'x'.repeat(500), text: 'x'.repeat(500) },
		{ name: 'the first 500 of 501', body: 'x'.repeat(501), text: `${'x'.repeat(500)} …` },
		{ name: 'the first 500 of 4,001', body: 'x'.repeat(4001), text: `${'x'.repeat(500)} …` },
		{ name: 'all of five errors', body: { errors: [...'abcde'] }, text: 'a; b; c; d; e' },
		{
			name: 'the first five of six errors, and how many there are besides',
			body: { errors: [...'abcdef'] },
			text: 'a; b; c; d; e; and 1 more',
		},
		{
			name: 'the error in three others',
			body: { error: { error: { error: { error: 'deep' } } } },
			text: 'deep',
		},
		{
			name: 'the field of an error, and what it must be',
			body: rejection(mustBeString('/externalId')),
			text: 'externalId must be string',
		},
		{
			name: 'the path of an error in a list',
			body: rejection(mustBeString('/messages/0/from/id')),
			text: 'messages.0.from.id must be string',
		},
		{
			name: 'the path of an error with a slash and a tilde in a name',
			body: rejection(mustBeString('/traits/a~1b~0c')),
			text: 'traits.a/b~c must be string',
		},
		{
			name: 'the path of an error with the text ~1 in a name, which a JSON pointer writes ~01',
			body: rejection(mustBeString('/traits/a~01b')),
			text: 'traits.a~1b must be string',
		},
		{
			name: 'the name of a field that it does not know',
			body: rejection(unknown('', 'mrr')),
			text: 'must NOT have additional properties: mrr',
		},
		{
			name: 'the path of a trait that it does not know',
			body: rejection(unknown('/traits', 'a')),
			text: 'must NOT have additional properties: traits.a',
		},
		{
			name: 'the name of a field that is missing',
			body: rejection(missing('', 'name')),
			text: 'must have required property name',
		},
		{
			name: 'the path of a trait that is missing, with signs that a replacement would read',
			body: rejection(missing('/traits', 'a$&b')),
			text: 'must have required property traits.a$&b',
		},
		{
			name: 'each of two errors with its field',
			body: rejection(mustBeString('/a'), missing('/b', 'c')),
			text: 'a must be string; must have required property b.c',
		},
		{
			name: 'the first five of seven errors with their fields',
			body: rejection(...[...'abcdefg'].map((name) => mustBeString(`/${name}`))),
			text: `${[...'abcde'].map((name) => `${name} must be string`).join('; ')}; and 2 more`,
		},
	])('contains of the body $name', ({ body, text }) => {
		expect({ message: read(body) }).toEqual({ message: text });
	});

	it.each<{ name: string; body: unknown }>([
		{ name: 'HTML', body: ' <html>Bad gateway</html>' },
		{
			name: 'an error in four others',
			body: { error: { error: { error: { error: { error: 'x' } } } } },
		},
		{ name: 'fields of other names', body: { code: 5 } },
		{ name: 'null', body: null },
		{ name: 'an empty text', body: '' },
		{ name: 'an empty list', body: { errors: [] } },
		{ name: 'errors without a message', body: { errors: [{ code: 5 }] } },
	])('does not exist where the body has nothing but $name', ({ body }) => {
		expect({ message: read(body) }).toEqual({ message: undefined });
	});

	it.each([
		{
			name: 'a field with a value of another type',
			body: rejection(mustBeString('/externalId')),
			text: "'External ID' must be string",
		},
		{
			name: 'a field that is missing',
			body: rejection(missing('', 'name')),
			text: "must have required property 'Name'",
		},
		{
			name: 'a field that it does not know',
			body: rejection(unknown('', 'mrr')),
			text: "must NOT have additional properties: 'MRR'",
		},
	])('names $name as the user sees it', ({ body, text }) => {
		const labels = { externalId: "'External ID'", name: "'Name'", mrr: "'MRR'" };

		expect({ message: read(body, labels) }).toEqual({ message: text });
	});

	const nested = (depth: number, make: (inner: unknown) => unknown) => {
		let body: unknown = 'the bottom';

		for (let level = 0; level < depth; level++) body = make(body);

		return body;
	};

	const keys = Array.from({ length: 200_000 }, () => encodeURIComponent(KEY)).join('');

	const HOSTILE: Array<[string, unknown]> = [
		['a text of 20 MB', 'x'.repeat(20_000_000)],
		['blanks', ' '.repeat(20_000_000)],
		['a key at every place of a text', keys],
		['a key where the text is cut', `${'x'.repeat(3_990)}${KEY}`],
		['a key that is cut behind many', `${'x'.repeat(21)}${everyCharacter(KEY).repeat(66)}${KEY}`],
		['100,000 objects in each other', nested(100_000, (error) => ({ error }))],
		['100,000 lists in each other', nested(100_000, (inner) => [inner])],
		['100,000 errors in each other', nested(100_000, (inner) => rejection(inner))],
		['100,000 errors', rejection(...Array.from({ length: 100_000 }, () => mustBeString('/a')))],
		['long errors', rejection(...Array(5).fill(mustBeString(`/${'a/'.repeat(5_000_000)}`)))],
		['entries of other kinds', rejection(null, 1, [], [[]], true, { message: { a: 1 } })],
		['fields of other kinds', rejection({ instancePath: [1], params: 7, message: 'no' })],
		['null at all places', { error: null, message: null, errors: [null] }],
		['the key in a message', rejection({ ...mustBeString('/a'), message: `bad ${KEY}` })],
		['the key as a path', rejection(mustBeString(`/traits/${KEY}`))],
		['the key in a pointer', rejection(mustBeString(`/traits/${KEY.replace('/', '~1')}`))],
		['the key as a name', rejection(unknown('', KEY), missing('', btoa(`${KEY}:`)))],
	];

	it.each(HOSTILE)('stays short where the service returns %s', (_title, body) => {
		const characters = (read(body) ?? '').length;

		expect({ characters }).toEqual({ characters: lessThan(510) });
	});

	it.each(HOSTILE)('contains no key where the service returns %s', (_title, body) => {
		const text = read(body) ?? '';

		expect({
			hasKey: text.includes(KEY),
			hasLettersOfKey: text.replace(/\W/g, '').includes('sk_live4eC'),
			hasHeader: text.includes(btoa(KEY).slice(0, 12)),
			text,
		}).toEqual({ hasKey: false, hasLettersOfKey: false, hasHeader: false, text });
	});

	it.each(HOSTILE)('blocks nothing where the service returns %s', (_title, body) => {
		// The least of three, in time of the processor: the machine may have other work.
		const durations = [1, 2, 3].map(() => {
			const before = process.cpuUsage();

			read(body);

			return process.cpuUsage(before).user;
		});

		expect({ processorMicroseconds: Math.min(...durations) }).toEqual({
			processorMicroseconds: lessThan(20_000),
		});
	});
});
