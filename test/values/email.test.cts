import { readEmail, readEmailDomain } from '../../nodes/Vitally/values/email';

describe('readEmail', () => {
	it.each([
		'ann@acme.example',
		' ann@acme.example ',
		'Ann Smith <ann@acme.example>',
		'"Smith, Ann" <ann@acme.example>',
		'<ann@acme.example>',
		'mailto:ann@acme.example',
		'MAILTO:ann@acme.example?subject=Hello',
		'Ann <mailto:ann@acme.example>',
		'mailto:ann%40acme.example',
		['ann@acme.example'],
		'\uFEFFann@acme.example\u00A0',
	])('finds the address in %j', (value) => {
		expect(readEmail(value, 'Email')).toBe('ann@acme.example');
	});

	it.each(["o'brien@acme.example", 'ann+crm@acme.example', 'jörg@bücher.example', 'a@b'])(
		'accepts %s',
		(value) => {
			expect(readEmail(value, 'Email')).toBe(value);
		},
	);

	it('keeps the capitals of the address', () => {
		expect(readEmail('Ann@Acme.example', 'Email')).toBe('Ann@Acme.example');
	});

	it.each([
		'ann',
		'ann@',
		'@acme.example',
		'a@x.example; b@y.example',
		'a@x.example;b@y.example',
		'a@x.example, b@y.example',
		'a@x.example,b@y.example',
		'a@x.example b@y.example',
		'Ann <ann>',
		'a@b@c.example',
		'https://acme.example/ann@acme',
		'“ann@acme.example”',
		"'ann@acme.example",
		'o’brien@acme.example',
		'ann@acme.example.',
		'ann@acme..example',
		'ann@acme.example/',
		'ann@acme.example…',
	])('rejects %j', (value) => {
		expect(() => readEmail(value, 'Email')).toThrow("of 'Email' is not an email address");
	});

	it.each([
		['', 'is empty'],
		['None', 'instead of a value'],
		['#N/A', 'error of a spreadsheet'],
		[new Date(0), 'is not text'],
		['ann@acme.example\u200B', 'invisible character'],
		[{}, 'is not text'],
	])('rejects %j with an error that says more: %s', (value, message) => {
		expect(() => readEmail(value, 'Email')).toThrow(message);
	});
});

describe('readEmailDomain', () => {
	it.each(['acme.com', ' mail.acme.co.uk ', 'münchen.de'])('accepts %j', (value) => {
		expect(readEmailDomain(value, 'Email Subdomain')).toBe(value.trim());
	});

	it.each(['@acme.com', 'ann@acme.com', 'https://acme.com/', 'acme.com/', 'a, b', '.com'])(
		'rejects %j',
		(value) => {
			expect(() => readEmailDomain(value, 'Email Subdomain')).toThrow('is not a domain');
		},
	);
});
