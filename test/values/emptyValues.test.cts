import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { EmptyValues } from '../../nodes/Vitally/values/emptyValues';
import { buildTraits } from '../../nodes/Vitally/values/buildTraits';
import {
	jsonByteLength,
	takeWithinBytes,
	truncateToBytes,
} from '../../nodes/Vitally/values/byteLimits';
import { parseTextList } from '../../nodes/Vitally/values/parse';

const RULES: EmptyValues[] = ['ignore', 'clear', 'send'];
const UNSENDABLE = ['__proto__', 'constructor', 'prototype'];

/** The values of a blank cell, a cell with spaces, a missing column and a null of a database. */
const empty = fc.constantFrom('', '  ', '\t', null, undefined);

/** A value that is not empty, what it is as a trait, and what each type has for an empty text. */
const filled = fc.oneof(
	fc.constantFrom(
		{ type: 'number', value: 0 as unknown, sent: 0 as unknown },
		{ type: 'number', value: '12.5', sent: 12.5 },
		{ type: 'boolean', value: false, sent: false },
		{ type: 'boolean', value: 'true', sent: true },
		{ type: 'string', value: 'x', sent: 'x' },
		{ type: 'string', value: 0, sent: '0' },
		{ type: 'multiSelect', value: [], sent: [] },
		{ type: 'multiSelect', value: 'a, b', sent: ['a', 'b'] },
		{ type: 'date', value: '2026-03-01', sent: '2026-03-01T00:00:00.000Z' },
		{ type: 'dateTime', value: '2026-03-01', sent: '2026-03-01T00:00:00.000Z' },
	),
);
const blank = fc.record({
	type: fc.constantFrom('number', 'boolean', 'string', 'multiSelect', 'date', 'dateTime'),
	value: empty as fc.Arbitrary<unknown>,
});
interface Row {
	type: string;
	value: unknown;
	sent?: unknown;
}
const NOTHING = Symbol('not sent');

/** The rule, written independently of the code. */
function model(rule: EmptyValues, type: string, value: unknown): unknown {
	if (rule === 'ignore') return NOTHING;
	if (rule === 'send' && typeof value === 'string') {
		if (type === 'string') return value;
		if (type === 'multiSelect') return [];
	}
	return null;
}

const keys = fc
	.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 8, selector: (key) => key.trim() })
	.map((names) => names.map((name) => name.trim()))
	.map((names) => names.filter((name) => name !== '' && !UNSENDABLE.includes(name)));

const bodyOf = (expected: Array<readonly [string, unknown]>) => {
	const sent = expected.filter(([, value]) => value !== NOTHING);
	return sent.length === 0 ? undefined : Object.fromEntries(sent);
};

describe('empty traits', () => {
	it('of the form follow the rule, whatever their type, and others are sent', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...RULES),
				keys,
				fc.infiniteStream(fc.oneof(filled, blank)),
				(emptyValues, names, stream) => {
					const rows = names.map((key) => ({ key, ...(stream.next().value as Row) }));
					const form = rows.map(
						({ key, type, value }) => ({ key, type, [`${type}Value`]: value }) as IDataObject,
					);
					const expected = rows.map(
						(one) =>
							[
								one.key,
								'sent' in one ? one.sent : model(emptyValues, one.type, one.value),
							] as const,
					);
					expect(buildTraits({ rows: form, emptyValues }, 'UTC')).toEqual(bodyOf(expected));
				},
			),
		);
	});

	it('are cleared by name whatever the rule, also if a row of the name is left out', () => {
		for (const emptyValues of RULES) {
			const input = {
				rows: [{ key: 'b', type: 'number', numberValue: 1 }],
				clear: 'a',
				emptyValues,
			};
			expect(buildTraits(input, 'UTC')).toEqual({ a: null, b: 1 });
		}
		const rows = [{ key: 'a', type: 'string', stringValue: '' }];
		for (const emptyValues of ['ignore', 'clear'] as const) {
			expect(buildTraits({ rows, clear: 'a', emptyValues }, 'UTC')).toEqual({ a: null });
		}
	});
});

describe('truncateToBytes', () => {
	it.each([
		['short', 7, 'short'],
		['a text in\n\n two lines ', 30, 'a text in two lines'],
		['too long', 9, 'too…'],
		['a "quote" is longer as JSON', 14, 'a "quote…'],
		['😀😀😀', 10, '😀…'],
		['x'.repeat(1000), 20, `${'x'.repeat(15)}…`],
	])('%j in %d bytes', (text, maxBytes, expected) => {
		const short = truncateToBytes(text, maxBytes);
		expect(short).toBe(expected);
		expect(jsonByteLength(short)).toBeLessThanOrEqual(maxBytes);
	});
});

describe('takeWithinBytes', () => {
	it('leaves out what does not fit', () => {
		expect(takeWithinBytes(['a', 'long text', 'b', 'c'], 10, jsonByteLength)).toEqual(['a', 'b']);
		expect(takeWithinBytes(['a'], -5, jsonByteLength)).toEqual([]);
	});
});

describe('parseTextList', () => {
	it.each([
		['a, b ,c', ['a', 'b', 'c']],
		[' , ,', []],
		[null, []],
		[[], []],
		[
			['a', 'b, c'],
			['a', 'b, c'],
		],
		[
			['a', 1, false],
			['a', '1', 'false'],
		],
		['["a","b, c"]', ['a', 'b, c']],
		[7, ['7']],
	])('creates a list of %j', (value, expected) => {
		expect(parseTextList(value, 'Tags')).toEqual(expected);
	});

	it.each([{}, [{}], [null], '[1', '[{}]', true])('rejects %j', (value) => {
		expect(() => parseTextList(value, 'Tags')).toThrow(/'Tags' is not a list of strings/);
	});
});
