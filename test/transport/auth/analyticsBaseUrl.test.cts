import { analyticsBaseUrl, baseUrlOf } from '../../../nodes/Vitally/transport/auth/baseUrl';

describe('analyticsBaseUrl', () => {
	it('builds the US address from the subdomain', () => {
		expect(analyticsBaseUrl({ dataCenter: 'us', subdomain: 'https://acme.vitally.io/x' })).toBe(
			'https://acme.api.vitally.io',
		);
		expect(analyticsBaseUrl({ subdomain: 'acme' })).toBe('https://acme.api.vitally.io');
	});

	it.each([undefined, '', 'evil.com', 'acme.evil.com'])('rejects the subdomain %j', (subdomain) => {
		expect(() => analyticsBaseUrl({ dataCenter: 'us', subdomain })).toThrow(/'Subdomain'/);
	});

	it('asks for the address in the EU, because none is published', () => {
		expect(() => analyticsBaseUrl({ dataCenter: 'eu', subdomain: 'acme' })).toThrow(
			/publishes no address of its Analytics API in the EU/,
		);
		expect(analyticsBaseUrl({ dataCenter: 'eu', baseUrl: 'https://eu.example.com/' })).toBe(
			'https://eu.example.com',
		);
	});

	it('accepts a custom URL, and rejects anything else', () => {
		const baseUrl = 'http://127.0.0.1:4010/';
		expect(analyticsBaseUrl({ dataCenter: 'custom', baseUrl })).toBe('http://127.0.0.1:4010');
		expect(() => analyticsBaseUrl({ dataCenter: 'custom', baseUrl: 'x' })).toThrow(/'Base URL'/);
		expect(() => analyticsBaseUrl({ dataCenter: 'eu', baseUrl: 'x' })).toThrow(/'Base URL'/);
		expect(() => analyticsBaseUrl({ dataCenter: 'mars' })).toThrow(/'Data Center'/);
	});

	it('is the base URL of its credential only', () => {
		expect(baseUrlOf('vitallyAnalyticsApi', { subdomain: 'a' })).toBe('https://a.api.vitally.io');
		expect(baseUrlOf('vitallyApi', { subdomain: 'a' })).toBe('https://a.rest.vitally.io');
	});
});
