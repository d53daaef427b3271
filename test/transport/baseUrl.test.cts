import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import { baseUrlOf } from '../../nodes/Vitally/transport/auth';

const REST = 'vitallyApi';
const ANALYTICS = 'vitallyAnalyticsApi';

describe('the base URL of a workspace in the US', () => {
	it('depends on the API', () => {
		expect(baseUrlOf(REST, { dataCenter: 'us', subdomain: 'a-1' })).toBe(
			'https://a-1.rest.vitally.io',
		);
		expect(baseUrlOf(ANALYTICS, { subdomain: 'a-1' })).toBe('https://a-1.api.vitally.io');
	});

	it.each([
		' acme ',
		'ACME',
		'acme.vitally.io',
		'http://acme.vitally.io/',
		'https://acme.vitally.io/x/y?z=1#f',
		'acme.rest.vitally.io',
		'https://acme.api.vitally.io/analytics/v1',
	])('understands the subdomain %j as acme', (subdomain) => {
		expect(baseUrlOf(REST, { subdomain })).toBe('https://acme.rest.vitally.io');
	});

	// The key is sent to the host that is built from the subdomain: none of these may pass.
	const HOSTILE: unknown[] = [
		'',
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
		'https://acme:pass@evil.com/',
		'acme.vitally.io:8443',
		'acme.vitally-eu.io',
		'acme.vitally.io.',
		'.vitally.io',
		'acme..vitally.io',
		'acme.other.vitally.io',
		'acme.rest.rest.vitally.io',
		'xn--acme',
		'аcme',
		'acme\u200b',
		'acme\u0000',
		'acme\r\nHost: evil.com',
		'acme%2eevil.com',
		'acme\\evil.com',
		'//evil.com',
		'https:///acme',
		'ftp://acme.vitally.io',
		'javascript:alert(1)',
		'https://https://acme.vitally.io',
		'127.0.0.1',
		'[::1]',
		'a'.repeat(64),
		'acme。vitally。io',
		'{{ $json.subdomain }}',
		undefined,
		42,
		['acme', 'evil.com'],
	];

	it.each(HOSTILE.map((input) => [JSON.stringify(input)?.slice(0, 60), input]))(
		'rejects the subdomain %s and names the field',
		(_shown, subdomain) => {
			for (const api of [REST, ANALYTICS]) {
				expect(() => baseUrlOf(api, { subdomain })).toThrow(VitallyError);
				expect(() => baseUrlOf(api, { subdomain })).toThrow(/'Subdomain' in the credential/);
			}
		},
	);
});

describe('the base URL elsewhere', () => {
	it('is one for all workspaces in the EU, whatever the other fields contain', () => {
		const fields = { dataCenter: 'eu', subdomain: 'evil.com', baseUrl: 'https://evil.com' };
		expect(baseUrlOf(REST, fields)).toBe('https://rest.vitally-eu.io');
	});

	it('has to be entered for the Analytics API in the EU, because none is published', () => {
		expect(() => baseUrlOf(ANALYTICS, { dataCenter: 'eu', subdomain: 'acme' })).toThrow(
			/publishes no address of its Analytics API in the EU/,
		);
		const entered = { dataCenter: 'eu', baseUrl: 'https://eu.example.com/' };
		expect(baseUrlOf(ANALYTICS, entered)).toBe('https://eu.example.com');
		expect(() => baseUrlOf(ANALYTICS, { dataCenter: 'eu', baseUrl: 'x' })).toThrow(/'Base URL'/);
	});

	it('is an error for an unknown data center', () => {
		for (const api of [REST, ANALYTICS]) {
			expect(() => baseUrlOf(api, { dataCenter: 'mars' })).toThrow(/'Data Center'/);
		}
	});

	it.each([
		['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['https://proxy.example.com/vitally/', 'https://proxy.example.com/vitally'],
		[' HTTPS://Proxy.Example.com ', 'https://proxy.example.com'],
		['http://localhost:4010//', 'http://localhost:4010'],
	])('accepts the custom URL %j', (baseUrl, expected) => {
		expect(baseUrlOf(REST, { dataCenter: 'custom', baseUrl })).toBe(expected);
		expect(baseUrlOf(ANALYTICS, { dataCenter: 'custom', baseUrl })).toBe(expected);
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
	])('rejects the custom URL %j', (baseUrl) => {
		const fields = { dataCenter: 'custom', baseUrl };
		expect(() => baseUrlOf(REST, fields)).toThrow(/'Base URL'/);
		expect(() => baseUrlOf(ANALYTICS, fields)).toThrow(/'Base URL'/);
	});
});
