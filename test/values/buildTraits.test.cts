import type { IDataObject } from 'n8n-workflow';

import {
	buildTraits,
	needsDefinitions,
	type TraitInput,
} from '../../nodes/Vitally/values/traits/buildTraits';
import { DefinedTraits } from '../../nodes/Vitally/values/traits/definedTraits';
import { traitKeyOf, traitName } from '../../nodes/Vitally/values/traits/traitName';
import { traitValue, type TraitType } from '../../nodes/Vitally/values/traits/traitValue';

const value = (type: TraitType, input: unknown) => traitValue(type, input, 'Trait: x', 'UTC');

describe('traitValue', () => {
	it.each([
		{ type: 'string', input: 12, expected: '12' },
		{ type: 'string', input: ['gold'], expected: 'gold' },
		{ type: 'string', input: true, expected: 'true' },
		{
			type: 'string',
			input: new Date('2026-03-01T10:00:00Z'),
			expected: '2026-03-01T10:00:00.000Z',
		},
		{ type: 'number', input: ' 12.5 ', expected: 12.5 },
		{ type: 'number', input: ['12.5'], expected: 12.5 },
		{ type: 'boolean', input: false, expected: false },
		{ type: 'boolean', input: 'false', expected: false },
		{ type: 'boolean', input: 1, expected: true },
		{ type: 'boolean', input: [true], expected: true },
		{ type: 'date', input: '2026-03-01', expected: '2026-03-01T00:00:00.000Z' },
		{ type: 'date', input: '2026-03-01T22:00:00-05:00', expected: '2026-03-01T00:00:00.000Z' },
		{ type: 'dateTime', input: '2026-03-01T22:00:00-05:00', expected: '2026-03-02T03:00:00.000Z' },
		{ type: 'multiSelect', input: 'a, b', expected: ['a', 'b'] },
	] as const)(
		'converts to the type $type: $input becomes $expected',
		({ type, input, expected }) => {
			expect(value(type, input)).toEqual(expected);
		},
	);

	it.each([
		{ type: 'number', input: Number.NaN, text: /is not a number/ },
		{ type: 'number', input: [5, 6], text: /is not a number/ },
		{ type: 'string', input: { a: 1 }, text: /is not text/ },
		{ type: 'string', input: ['gold', 'partner'], text: /is not text/ },
		{ type: 'number', input: '0x10', text: /is not a number/ },
		{ type: 'boolean', input: 'yes', text: /is not true or false/ },
		{ type: 'date', input: 'tomorrow', text: /is not a date/ },
		{ type: 'multiSelect', input: { a: 1 }, text: /is not a list of texts/ },
	] as const)(
		'rejects for the type $type the value $input, and names the trait',
		({ type, input, text }) => {
			expect(() => value(type, input)).toThrow(text);
			expect(() => value(type, input)).toThrow(/'Trait: x'/);
			// A mapped column has no field 'Type'.
			expect(() => value(type, input)).not.toThrow(
				expect.objectContaining({ description: expect.stringMatching(/Type/) }),
			);
		},
	);
});

const traitsOf = (input: Partial<TraitInput>) =>
	buildTraits({ emptyValues: 'ignore', ...input }, 'UTC');

describe('buildTraits', () => {
	const row = (key: string, stringValue: unknown) =>
		({ key, type: 'string', stringValue }) as IDataObject;

	it.each([{}, { rows: [] }, { rows: undefined, json: '', clear: [] }, { json: '{}' }])(
		'returns nothing when nothing was set: %j',
		(input) => expect(traitsOf(input)).toBeUndefined(),
	);

	it('keeps the dots of a key, and clears with null', () => {
		const rows = [row('vitally.custom.nextStep', 'call')];

		expect(traitsOf({ rows, clear: ['a.b', 'c'] })).toEqual({
			'vitally.custom.nextStep': 'call',
			'a.b': null,
			c: null,
		});
	});

	it('sends JSON as it is', () => {
		const json = { 'a.b': 0, c: false, f: [], g: ['x'], h: 1.5, i: { j: null, k: '' } };

		expect(traitsOf({ json: JSON.stringify(json) })).toEqual(json);
		expect(traitsOf({ json })).toEqual(json);
	});

	it.each(['hasOwnProperty', 'toString', '__defineGetter__', '0', 'é.😀'])(
		'sends every key as an own one: %s',
		(key) =>
			expect(Object.entries(traitsOf({ rows: [row(` ${key} `, 1)] }) ?? {})).toEqual([[key, '1']]),
	);

	it.each([
		[{ rows: [row('a', 1), row('a', 1)] }, /'a' is given more than once/],
		[{ rows: [row('a', 1)], clear: 'a' }, /'a' is given more than once/],
		[{ rows: [row(' ', 1)] }, /row 1 of 'Traits' has no key/],
		[{ rows: [{ key: 'a', type: 'colour' }] }, /unknown type "colour"/],
		[{ json: '[1]' }, /'Traits \(JSON\)' is not a JSON object/],
		[{ json: '{ a: 1 }' }, /'Traits \(JSON\)' is not a JSON object/],
		[{ json: { arr: NaN } }, /The value NaN of the trait 'arr' cannot be sent/],
		[{ json: '{ "arr": 1e400 }' }, /The value Infinity of the trait 'arr' cannot be sent/],
		[{ json: { list: [1, NaN] } }, /The value NaN of the trait 'list' cannot be sent/],
		[{ json: { at: new Date('x') } }, /The value Invalid Date of the trait 'at' cannot be sent/],
		[{ json: '{ "__proto__": 1 }' }, /the key '__proto__' cannot be sent/],
		[{ json: { constructor: 1 } }, /the key 'constructor' cannot be sent/],
		[{ json: { a: { b: [{ constructor: 1 }] } } }, /the key 'constructor' cannot be sent/],
		[{ json: '{ " ": 1 }' }, /the key ' ' cannot be sent/],
		[{ rows: [row('prototype', 1)] }, /the key 'prototype' cannot be sent/],
	])('rejects %j', (input, text) => {
		expect(() => traitsOf(input)).toThrow(text);
	});
});

describe('the trait definitions of the workspace', () => {
	const automatic = { type: 'automatic', stringValue: 'x' };
	const empty = { stringValue: '' };
	const number = { type: 'number', numberValue: 1 };

	it.each([
		[[number, automatic], 'ignore'],
		[[{ stringValue: 'x' }], 'clear'],
		[[empty], 'send'],
	] as const)('have to be read for %j, with %s', (rows, emptyValues) => {
		expect(needsDefinitions({ rows: rows as never, emptyValues })).toBe(true);
	});

	it.each([
		[[empty], 'ignore'],
		[[empty], 'clear'],
		[[number], 'send'],
		[undefined, 'send'],
	] as const)('stay unread for %j, with %s', (rows, emptyValues) => {
		expect(needsDefinitions({ rows: rows as never, emptyValues })).toBe(false);
	});
});

describe('the keys of traits', () => {
	it('become those of Vitally where they are written as in the output of the node', () => {
		const emptyValues = 'clear' as const;
		const rows = [{ key: 'traits.plan', stringValue: 'gold' }];
		const json = { 'traits.vitally.custom.seats': 3 };
		const clear = 'traits.tier';

		expect(buildTraits({ rows, json, clear, emptyValues }, 'UTC')).toEqual({
			plan: 'gold',
			'vitally.custom.seats': 3,
			tier: null,
		});
	});

	it('stay exact where Vitally returned or defines them, and in an event', () => {
		const json = { 'traits.plan': 'gold' };
		const defined = new DefinedTraits([{ key: 'traits.plan' }]);
		const EVENT = { noun: 'property', title: 'Property', label: 'Properties' };

		expect(buildTraits({ json, emptyValues: 'send', isStored: true }, 'UTC')).toEqual(json);
		expect(buildTraits({ json, emptyValues: 'send', defined }, 'UTC')).toEqual(json);
		expect(buildTraits({ json, emptyValues: 'send' }, 'UTC', EVENT)).toEqual(json);
	});

	it('have the prefix traits. among the fields of a record', () => {
		expect(traitName('vitally.custom.plan')).toBe('traits.vitally.custom.plan');
		expect(traitKeyOf('traits.vitally.custom.plan')).toBe('vitally.custom.plan');
		expect(traitKeyOf('traits')).toBeUndefined();
		expect(traitKeyOf('my.traits.')).toBeUndefined();
	});
});
