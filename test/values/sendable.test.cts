import { sendable } from '../../nodes/Vitally/values/json/sendable';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import {
	fieldError,
	halfCharacterError,
	lostDigitsError,
	wrongEncodingError,
} from '../errors/valueErrors.cts';

const PLACE = { what: "the trait 'plan'", field: 'Trait: plan' };

describe('sendable', () => {
	it.each([
		{ value: 'gold', sent: 'gold' },
		{ value: 0, sent: 0 },
		{ value: false, sent: false },
		{ value: null, sent: null },
		{ value: new Date('2026-04-01T10:00:00Z'), sent: '2026-04-01T10:00:00.000Z' },
		{
			value: { list: [1, { at: new Date(0) }] },
			sent: { list: [1, { at: '1970-01-01T00:00:00.000Z' }] },
		},
	])('returns a JSON value unchanged, and dates as text: $value', ({ value, sent }) => {
		expect(resultOf(() => sendable(value, PLACE))).toStrictEqual(sent);
	});

	const values = [
		{ kind: 'NaN', value: NaN },
		{ kind: 'Infinity', value: Infinity },
		{ kind: 'undefined', value: undefined },
		{ kind: 'Set', value: new Set(['a']) },
		{ kind: 'Map', value: new Map() },
		{ kind: 'RegExp', value: /a/ },
		{ kind: 'Error', value: new Error('x') },
		{ kind: 'Promise', value: Promise.resolve(1) },
		{ kind: 'Uint8Array', value: Buffer.from('abc') },
		{ kind: 'Number', value: new Number(5) },
		{ kind: 'Invalid Date', value: new Date(NaN) },
		{ kind: '5', value: 5n, name: 'a big integer' },
	];

	it.each(values.map((row) => ({ name: row.kind, ...row })))(
		'rejects $name, which JSON would change',
		({ kind, value }) => {
			const notSendable = (what: string) =>
				fieldError(
					'Trait: plan',
					`The value ${kind} of ${what} cannot be sent`,
					'Check the expression: it may calculate with a value that is missing.',
				);

			expect(errorOf(() => sendable(value, PLACE))).toEqual(notSendable("the trait 'plan'"));
			expect(errorOf(() => sendable({ a: [value] }, PLACE))).toEqual(
				notSendable("'a' in the trait 'plan'"),
			);
		},
	);

	it.each([
		{
			kind: 'a number that has lost digits',
			value: 2 ** 53,
			error: lostDigitsError('Trait: plan'),
		},
		{
			kind: 'a number in a list that has lost digits',
			value: [1, 2 ** 53],
			error: lostDigitsError('Trait: plan'),
		},
		{
			kind: 'a text of another encoding',
			value: { a: 'M\uFFFDller' },
			error: wrongEncodingError('Trait: plan', "after 'M'"),
		},
		{
			kind: 'half a character',
			value: 'half \uD83D',
			error: halfCharacterError('Trait: plan', "after 'half '"),
		},
	])('rejects $kind', ({ value, error }) => {
		expect(errorOf(() => sendable(value, PLACE))).toEqual(error);
	});

	it.each([
		{ place: 'a value', value: 'M\uFFFDller' },
		{ place: 'a list', value: ['M\uFFFDller'] },
		{ place: 'an object', value: { contact: { name: 'M\uFFFDller' } } },
	])('returns a damaged text that Vitally has stored so, in $place', ({ value }) => {
		expect(resultOf(() => sendable(value, { ...PLACE, isStored: true }))).toEqual(value);
	});
});
