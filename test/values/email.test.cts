import { readEmail, readEmailDomain } from '../../nodes/Vitally/values/email';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import {
	emptyFieldError,
	fieldError,
	invisibleCharacterError,
	notTextError,
	nullLikeError,
	spreadsheetError,
} from '../errors/valueErrors.cts';

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
		'Ann < ann@acme.example >',
		'Ann < mailto:ann@acme.example >',
		'mailto:ann%40acme.example',
		'mailto:%20ann@acme.example%20',
		['ann@acme.example'],
		'\uFEFFann@acme.example\u00A0',
		'mailto:ann@acme.example?subject=Hi\nthere',
	])('finds the address in %j', (value) => {
		expect(resultOf(() => readEmail(value, 'Email'))).toBe('ann@acme.example');
	});

	/** An address of so many characters. */
	const addressOf = (length: number) =>
		`${'a'.repeat(length - '@acme.example'.length)}@acme.example`;

	it('accepts an address of 254 characters', () => {
		expect(resultOf(() => readEmail(addressOf(254), 'Email'))).toBe(addressOf(254));
	});

	it.each([...',;:<>()[]"“”', ' '])('rejects an address with %j in the name', (sign) => {
		expect(errorOf(() => readEmail(`an${sign}n@acme.example`, 'Email')).message).toMatch(
			/is not an email address$/,
		);
	});

	it('rejects an address of 255 characters', () => {
		expect(errorOf(() => readEmail(addressOf(255), 'Email')).message).toMatch(
			/is not an email address$/,
		);
	});

	it.each(["o'brien@acme.example", 'ann+crm@acme.example', 'jörg@bücher.example', 'a@b'])(
		'accepts %s',
		(value) => {
			expect(resultOf(() => readEmail(value, 'Email'))).toBe(value);
		},
	);

	it('keeps the capitals of the address', () => {
		expect(resultOf(() => readEmail('Ann@Acme.example', 'Email'))).toBe('Ann@Acme.example');
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
		expect(errorOf(() => readEmail(value, 'Email'))).toEqual(
			fieldError(
				'Email',
				`The value "${value}" of 'Email' is not an email address`,
				'Enter a single address such as name@email.com.',
			),
		);
	});

	it.each([
		{ value: '', error: emptyFieldError('Email') },
		{ value: 'None', error: nullLikeError('Email', 'None') },
		{ value: '#N/A', error: spreadsheetError('Email', '#N/A') },
		{ value: new Date(0), error: notTextError('Email') },
		{
			value: 'ann@acme.example\u200B',
			error: invisibleCharacterError('Email', 'U+200B', "after 'ann@acme.example'"),
		},
		{ value: {}, error: notTextError('Email') },
	])('rejects $value with an error that says more: $error.message', ({ value, error }) => {
		expect(errorOf(() => readEmail(value, 'Email'))).toEqual(error);
	});
});

describe('readEmailDomain', () => {
	it.each(['acme.com', ' mail.acme.co.uk ', 'münchen.de'])('accepts %j', (value) => {
		expect(resultOf(() => readEmailDomain(value, 'Email Subdomain'))).toBe(value.trim());
	});

	it.each(['@acme.com', 'ann@acme.com', 'https://acme.com/', 'acme.com/', 'a, b', '.com'])(
		'rejects %j',
		(value) => {
			expect(errorOf(() => readEmailDomain(value, 'Email Subdomain'))).toEqual(
				fieldError(
					'Email Subdomain',
					`The value "${value}" of 'Email Subdomain' is not a domain`,
					'Enter the part after the @ of the addresses, such as acme.com.',
				),
			);
		},
	);
});
