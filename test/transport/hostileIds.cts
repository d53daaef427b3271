const SEPARATORS = [...`/\\?#&=;:@%+,"'<>|\``];

/** What programs and models write for no ID. */
export const NO_IDS = ['null', 'NULL', ' undefined ', 'None', 'NaN', 'N/A', '-'];

/** IDs that try to leave their place in a path, or that are none. */
export const HOSTILE_IDS: unknown[] = [
	...NO_IDS,
	'',
	'\t\n',
	'.',
	'..',
	'...',
	'．．',
	'..;/',
	'../../users',
	'//evil.com',
	'https://evil.com',
	'a/../b?c=1',
	'%2e%2e',
	'%252e%252e',
	'%2f',
	'%00',
	'a b',
	'a\r\nX-Injected: 1',
	'a\u0000b',
	'\ufeffa',
	'日本語',
	'👩‍👩‍👧',
	'a\udfff',
	'{{ $json.id }}',
	'x'.repeat(1024),
	'x'.repeat(1025),
	'é'.repeat(1000),
	0,
	1.5,
	true,
	null,
	{ id: 'a' },
	['a', 'b'],
	...SEPARATORS,
	...SEPARATORS.map((separator) => `a${separator}b`),
];
