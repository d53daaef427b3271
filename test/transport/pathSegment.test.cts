import { pathSegment } from '../../nodes/Vitally/transport/pathSegment';

describe('pathSegment', () => {
	it.each([
		['a/../b?c=1#d', 'a%2F..%2Fb%3Fc%3D1%23d'],
		['...', '...'],
		[42, '42'],
	])('encodes %j as one segment', (id, segment) => {
		expect(pathSegment(id, 'Account')).toBe(segment);
	});

	it('accepts up to 1024 characters', () => {
		const longest = 'x'.repeat(1024);

		expect(pathSegment(longest, 'Account')).toBe(longest);
		expect(() => pathSegment(`${longest}x`, 'Account')).toThrow("'Account' cannot be ");
	});

	it.each([
		['', "The value of 'Account' is empty"],
		[' \t\n', "The value of 'Account' is empty"],
		['.', `The value of 'Account' cannot be "."`],
		['..', `The value of 'Account' cannot be ".."`],
		['a\ud800', "The value of 'Account' contains half a character after 'a'"],
		[
			'acme\u00AD-1',
			"The value of 'Account' contains an invisible character (U+00AD) after 'acme'",
		],
		['k\uFFFDln', "The value of 'Account' was read in the wrong encoding"],
		['null', "'Account'"],
		[1.5, "The value of 'Account' is not text"],
		[{ id: 'a' }, "The value of 'Account' is not text"],
		[undefined, "The value of 'Account' is not text"],
	])('rejects %j, with the name of the field', (id, message) => {
		expect(() => pathSegment(id, 'Account')).toThrow(message);
		expect(() => pathSegment(id, 'Account')).toThrow(
			expect.objectContaining({ facts: { field: 'Account' } }),
		);
	});
});
