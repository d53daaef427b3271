import { assertIdType, pathSegment } from '../../nodes/Vitally/transport/pathSegment';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import {
	fieldError,
	halfCharacterError,
	invisibleCharacterError,
	nullLikeError,
	wrongEncodingError,
} from '../errors/valueErrors.cts';

const EMPTY = fieldError(
	'Account',
	"The value of 'Account' is empty",
	'Choose a record from the list, or check that the expression returns an ID.',
);
const NOT_TEXT = fieldError(
	'Account',
	"The value of 'Account' is not text",
	'Enter the ID as text.',
);

/** The error of a text that no ID can be. */
const wrongSegment = (shown: string) =>
	fieldError(
		'Account',
		`The value of 'Account' cannot be ${shown}`,
		'Check that the expression returns an ID and not a whole record.',
	);

describe('pathSegment', () => {
	it.each([
		['a/../b?c=1#d', 'a%2F..%2Fb%3Fc%3D1%23d'],
		['...', '...'],
		[42, '42'],
	])('encodes %j as one segment', (id, segment) => {
		expect({ segment: resultOf(() => pathSegment(id, 'Account')) }).toEqual({ segment });
	});

	const longest = 'x'.repeat(1024);

	it('accepts 1024 characters', () => {
		expect({ segment: resultOf(() => pathSegment(longest, 'Account')) }).toEqual({
			segment: longest,
		});
	});

	it('rejects 1025 characters', () => {
		expect(errorOf(() => pathSegment(`${longest}x`, 'Account'))).toEqual(
			wrongSegment(`"${'x'.repeat(199)} …`),
		);
	});

	it.each([
		{ id: '', error: EMPTY },
		{ id: ' \t\n', error: EMPTY },
		{ id: '.', error: wrongSegment('"."') },
		{ id: '..', error: wrongSegment('".."') },
		{ id: 'a\ud800', error: halfCharacterError('Account', "after 'a'") },
		{
			id: 'acme\u00AD-1',
			error: invisibleCharacterError('Account', 'U+00AD', "after 'acme'"),
		},
		{ id: 'k\uFFFDln', error: wrongEncodingError('Account', "after 'k'") },
		{ id: 'null', error: nullLikeError('Account', 'null') },
		{ id: 1.5, error: NOT_TEXT },
		{ id: 2 ** 53, error: NOT_TEXT },
		{ id: true, error: NOT_TEXT },
		{ id: null, error: NOT_TEXT },
		{ id: { id: 'a' }, error: NOT_TEXT },
		{ id: undefined, error: NOT_TEXT },
	])('rejects $id: $error.message', ({ id, error }) => {
		expect(errorOf(() => pathSegment(id, 'Account'))).toEqual(error);
	});
});

describe('a value that may be an ID', () => {
	it.each<{ name: string; value: unknown }>([
		{ name: 'nothing', value: undefined },
		{ name: 'null, as of an expression', value: null },
		{ name: 'an empty text', value: '' },
		{ name: 'a text', value: 'acme' },
		{ name: 'zero', value: 0 },
		{ name: 'a number', value: 42 },
		{ name: 'a number that is none of an ID', value: 1.5 },
	])('passes as $name', ({ value }) => {
		expect({ refusal: resultOf(() => assertIdType(value, 'Account')) }).toEqual({
			refusal: undefined,
		});
	});

	it.each<{ name: string; value: unknown }>([
		{ name: 'a boolean', value: true },
		{ name: 'false', value: false },
		{ name: 'a record', value: { id: 'a' } },
		{ name: 'a list', value: ['a'] },
		{ name: 'an object that cannot be written as text', value: { toString: 1 } },
	])('causes an error as $name', ({ value }) => {
		expect(errorOf(() => assertIdType(value, 'Account'))).toEqual(NOT_TEXT);
	});
});
