import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import { pathSegment } from '../../nodes/Vitally/transport/pathSegment';
import { HOSTILE_IDS } from './hostileIds.cts';

const ORIGIN = 'https://acme.rest.vitally.io';

describe('pathSegment', () => {
	it('leaves a UUID as it is and accepts a number', () => {
		const id = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
		expect(pathSegment(id, 'Account')).toBe(id);
		expect(pathSegment(42, 'Account')).toBe('42');
	});

	it.each(['null', 'NULL', ' undefined ', 'None', 'NaN', 'N/A', '-'])(
		'rejects a text that means nothing: %j',
		(text) => {
			expect(() => pathSegment(text, 'Account')).toThrow(/'Account' is a word for nothing/);
			const longer = `${text.trim()}-1`;
			expect(pathSegment(longer, 'Account')).toBe(encodeURIComponent(longer));
		},
	);

	it('has at least a hundred hostile ids', () => {
		expect(HOSTILE_IDS.length).toBeGreaterThanOrEqual(100);
	});

	it.each(HOSTILE_IDS.map((id) => [JSON.stringify(id)?.slice(0, 60), id]))(
		'encodes %s as one segment, or rejects it with the name of the field',
		(_shown, id) => {
			let segment: string;
			try {
				segment = pathSegment(id, 'Account');
			} catch (error) {
				expect(error).toBeInstanceOf(VitallyError);
				expect((error as VitallyError).message).toContain("'Account'");
				return;
			}
			// What a URL parser makes of it: one segment, below the same path of the same host.
			const url = new URL(`/resources/accounts/${segment}/healthScores`, ORIGIN);
			const parts = url.pathname.split('/');
			expect(url.origin).toBe(ORIGIN);
			expect(url.search + url.hash).toBe('');
			expect(parts.slice(0, 3).concat(parts.slice(4))).toEqual([
				'',
				'resources',
				'accounts',
				'healthScores',
			]);
			expect(decodeURIComponent(parts[3])).toBe(String(id));
		},
	);
});
