import { restBaseUrl, parseSubdomain } from '../../../nodes/Vitally/transport/auth/baseUrl';
import { VitallyError } from '../../../nodes/Vitally/errors/vitallyError';

describe('parseSubdomain', () => {
	it.each([
		'acme',
		' acme ',
		'ACME',
		'acme.vitally.io',
		'https://acme.vitally.io',
		'http://acme.vitally.io/',
		'https://acme.vitally.io/x/y?z=1#f',
		'acme.rest.vitally.io',
		'https://acme.api.vitally.io/analytics/v1',
	])('understands %j as acme', (input) => {
		expect(parseSubdomain(input)).toBe('acme');
	});

	it('keeps digits and hyphens inside the label', () => {
		expect(parseSubdomain('a-1.vitally.io')).toBe('a-1');
		expect(parseSubdomain('a'.repeat(63))).toBe('a'.repeat(63));
	});

	// The key is sent to the host that is built from the subdomain: none of these may pass.
	const HOSTILE: unknown[] = [
		'',
		' ',
		'.',
		'..',
		'-acme',
		'acme-',
		'ac me',
		'ac_me',
		'acme.evil.com',
		'acme.vitally.io.evil.com',
		'evil.com/acme.vitally.io',
		'evil.com?acme.vitally.io',
		'evil.com#acme.vitally.io',
		'acme@evil.com',
		'https://acme@evil.com',
		'https://acme:pass@evil.com/',
		'acme:443',
		'acme.vitally.io:8443',
		'acme.vitally-eu.io',
		'acme.vitally.io.',
		'.vitally.io',
		'.acme',
		'acme..vitally.io',
		'acme.other.vitally.io',
		'acme.rest.rest.vitally.io',
		'xn--äcme',
		'xn--acme',
		'äcme',
		'аcme',
		'acme\u200b',
		'acme\u0000',
		'acme\nevil.com',
		'acme\r\nHost: evil.com',
		'acme%2eevil.com',
		'acme%00',
		'acme\\evil.com',
		'\\\\evil.com\\acme',
		'//evil.com',
		'https://',
		'https:///acme',
		'ftp://acme.vitally.io',
		'javascript:alert(1)',
		'https://https://acme.vitally.io',
		'127.0.0.1',
		'[::1]',
		'localhost:3000',
		'a'.repeat(64),
		'a'.repeat(10_000),
		'acme。vitally。io',
		'{{ $json.subdomain }}',
		'${subdomain}',
		undefined,
		null,
		42,
		{},
		['acme', 'evil.com'],
	];

	it('has at least fifty hostile ones', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(50));

	it.each(HOSTILE.map((input) => [JSON.stringify(input)?.slice(0, 60), input]))(
		'rejects %s and names the field',
		(_shown, input) => {
			expect(() => parseSubdomain(input)).toThrow(VitallyError);
			expect(() => parseSubdomain(input)).toThrow(/'Subdomain'/);
		},
	);
});

describe('restBaseUrl', () => {
	it('builds the three kinds of address', () => {
		expect(restBaseUrl({ dataCenter: 'us', subdomain: 'acme' })).toBe(
			'https://acme.rest.vitally.io',
		);
		expect(restBaseUrl({ dataCenter: 'eu' })).toBe('https://rest.vitally-eu.io');
		expect(restBaseUrl({ dataCenter: 'custom', baseUrl: 'http://127.0.0.1:4010' })).toBe(
			'http://127.0.0.1:4010',
		);
	});

	it('defaults to US, which needs a subdomain', () => {
		expect(restBaseUrl({ subdomain: 'acme' })).toBe('https://acme.rest.vitally.io');
		expect(() => restBaseUrl({})).toThrow(/'Subdomain' in the credential is empty/);
	});

	it('ignores the fields of another data center', () => {
		expect(
			restBaseUrl({ dataCenter: 'eu', subdomain: 'evil.com', baseUrl: 'https://evil.com' }),
		).toBe('https://rest.vitally-eu.io');
	});

	it('rejects an unknown data center', () => {
		expect(() => restBaseUrl({ dataCenter: 'mars' })).toThrow(/'Data Center'/);
	});

	it.each([
		['https://proxy.example.com/', 'https://proxy.example.com'],
		['https://proxy.example.com/vitally/', 'https://proxy.example.com/vitally'],
		[' HTTPS://Proxy.Example.com ', 'https://proxy.example.com'],
		['http://localhost:4010//', 'http://localhost:4010'],
	])('tolerates %j', (baseUrl, expected) => {
		expect(restBaseUrl({ dataCenter: 'custom', baseUrl })).toBe(expected);
	});

	it.each([
		'',
		'gateway.example.com',
		'ftp://gateway.example.com',
		'https://',
		'https://user:pass@gateway.example.com',
		'https://proxy.example.com@evil.com',
		'https://proxy.example.com?x=1',
		'https://proxy.example.com/#x',
		'https:\\\\evil.com',
		'javascript:alert(1)',
		undefined,
		42,
	])('rejects %j as a base URL', (baseUrl) => {
		expect(() => restBaseUrl({ dataCenter: 'custom', baseUrl })).toThrow(/'Base URL'/);
	});
});
