import {
	analyticsAuthorization,
	restAuthorization,
} from '../../../nodes/Vitally/transport/auth/authorization';

describe('restAuthorization', () => {
	const header = `Basic ${btoa('sk_live_1:')}`;

	it.each([
		'sk_live_1',
		'  sk_live_1\n',
		header,
		` basic   ${btoa('sk_live_1:')} `,
		`Authorization: ${header}`,
		`authorization:${header}`,
	])('makes the same header of %j', (input) => {
		expect(restAuthorization(input).toLowerCase()).toBe(header.toLowerCase());
	});

	it.each(['', '  ', 'Basic ', 'Basic', undefined, null, 42])('refuses %j as a key', (input) => {
		expect(() => restAuthorization(input)).toThrow(/'API Key' in the credential is empty/);
	});

	it.each(['sk live', 'sk\r\nX-Injected: 1', 'ключ', '“sk_live”'])(
		'refuses %j without quoting it',
		(input) => {
			expect(() => restAuthorization(input)).toThrow(/contains invalid characters/);
			expect(() => restAuthorization(input)).not.toThrow(input);
		},
	);
});

describe('analyticsAuthorization', () => {
	it.each([
		'a1B2:c3==',
		' a1B2:c3==\n',
		'Basic a1B2:c3==',
		'basic  a1B2:c3==',
		'Authorization: Basic a1B2:c3==',
	])('sends the key of %j as it is', (input) => {
		expect(analyticsAuthorization(input)).toBe('Basic a1B2:c3==');
	});

	it.each(['', 'Basic ', undefined, null, 42])('refuses %j as a key', (input) => {
		expect(() => analyticsAuthorization(input)).toThrow(/'API Key' in the credential is empty/);
	});

	it.each(['a b', 'a\r\nX-Injected: 1', 'ключ'])('refuses %j without quoting it', (input) => {
		expect(() => analyticsAuthorization(input)).toThrow(/contains invalid characters/);
		expect(() => analyticsAuthorization(input)).not.toThrow(input);
	});
});
