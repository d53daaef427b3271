import { readEmail, readEmailDomain } from '../../nodes/Vitally/values/email';

describe('an email address', () => {
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
	])('is read from %j', (value) => {
		expect(readEmail(value, 'Email')).toBe('ann@acme.example');
	});

	it.each(["o'brien@acme.example", 'ann+crm@acme.example', 'jörg@bücher.example', 'a@b'])(
		'may be %s',
		(value) => {
			expect(readEmail(value, 'Email')).toBe(value);
		},
	);

	it('keeps its capitals', () => {
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
	])('is not %j', (value) => {
		expect(() => readEmail(value, 'Email')).toThrow("of 'Email' is not an email address");
	});

	it.each([
		['', 'is empty'],
		['None', 'instead of a value'],
		['#N/A', 'error of a spreadsheet'],
		[new Date(0), 'is not text'],
		['ann@acme.example\u200B', 'invisible character'],
		[{}, 'is not text'],
	])('is not %j, which has an error of its own', (value, message) => {
		expect(() => readEmail(value, 'Email')).toThrow(message);
	});
});

describe('the domain of email addresses', () => {
	it.each(['acme.com', ' mail.acme.co.uk ', 'münchen.de'])('may be %j', (value) => {
		expect(readEmailDomain(value, 'Email Subdomain')).toBe(value.trim());
	});

	it.each(['@acme.com', 'ann@acme.com', 'https://acme.com/', 'acme.com/', 'a, b', '.com'])(
		'is not %j',
		(value) => {
			expect(() => readEmailDomain(value, 'Email Subdomain')).toThrow('is not a domain');
		},
	);
});
