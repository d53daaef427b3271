import fc from 'fast-check';

import { parseJson } from '../../nodes/Vitally/values/json/json';
import { describeJsonError } from '../../nodes/Vitally/values/json/jsonErrors';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import { fieldError } from '../errors/valueErrors.cts';

const placeOf = (text: string) => /line \d+, column \d+/.exec(describeJsonError(text))?.[0];

describe('describeJsonError', () => {
	it.each([
		{ fault: 'a key without quotes', text: '{ plan: "gold" }', place: 'line 1, column 3' },
		{ fault: 'single quotes', text: "{ 'plan': 1 }", place: 'line 1, column 3' },
		{ fault: 'smart quotes', text: '{ “plan”: 1 }', place: 'line 1, column 3' },
		{ fault: 'a comma at the end', text: '{\n  "a": 1,\n}', place: 'line 3, column 1' },
		{ fault: 'a comma at the end of a list', text: '[1,]', place: 'line 1, column 4' },
		{ fault: 'no comma', text: '{ "a": 1\n"b": 2 }', place: 'line 2, column 1' },
		{ fault: 'no colon', text: '{ "a" 1 }', place: 'line 1, column 7' },
		{ fault: 'no value', text: '{ "a": , "b": 1 }', place: 'line 1, column 8' },
		{ fault: 'a number with a comma', text: '{ "a": 1,5 }', place: 'line 1, column 10' },
		{ fault: 'a leading zero', text: '{ "a": 0213 }', place: 'line 1, column 8' },
		{ fault: 'a date without quotes', text: '{ "a": 2026-03-01 }', place: 'line 1, column 8' },
		{ fault: 'a version without quotes', text: '{ "a": 1.2.3 }', place: 'line 1, column 8' },
		{ fault: 'a word of Python', text: '{ "a": None }', place: 'line 1, column 8' },
		{ fault: 'a word in capitals', text: '{ "a": TRUE }', place: 'line 1, column 8' },
		{ fault: 'a line break in a text', text: '{ "a": "b\nc" }', place: 'line 1, column 8' },
		{ fault: 'a comment', text: '{\r\n  // plan\r\n}', place: 'line 2, column 3' },
		{
			fault: 'a text with the line breaks of a Mac',
			text: '{\r"a" 1\r}',
			place: 'line 2, column 5',
		},
		{ fault: 'a fence', text: '```json\n{}\n```', place: 'line 1, column 1' },
		{ fault: 'two values', text: '{}{}', place: 'line 1, column 3' },
		{ fault: 'another bracket', text: '[1}', place: 'line 1, column 3' },
		{ fault: 'a comma in place of an entry', text: '[,1]', place: 'line 1, column 2' },
		{ fault: 'a comma in place of a key', text: '{,"a":1}', place: 'line 1, column 2' },
		{ fault: 'a number as a key', text: '{ 1: 2 }', place: 'line 1, column 3' },
		{ fault: 'a colon in a list', text: '["a": 1]', place: 'line 1, column 5' },
		{ fault: 'an object as a key', text: '{ {}: 1 }', place: 'line 1, column 3' },
		{ fault: 'a list as a key', text: '{ []: 1 }', place: 'line 1, column 3' },
		{ fault: 'a bracket too many', text: '[1]]', place: 'line 1, column 4' },
		{ fault: 'no comma in a list', text: '[1 2]', place: 'line 1, column 4' },
		{ fault: 'a plus sign', text: '[+1]', place: 'line 1, column 2' },
		{ fault: 'a number without digits before the point', text: '[.5]', place: 'line 1, column 2' },
		{ fault: 'a number without digits behind the point', text: '[1.]', place: 'line 1, column 2' },
		{ fault: 'a backslash before another letter', text: '["\\x"]', place: 'line 1, column 2' },
		{ fault: 'a tab in a text', text: '["a\tb"]', place: 'line 1, column 2' },
		{ fault: 'a space that is none of JSON', text: '[\u00A01]', place: 'line 1, column 2' },
		{ fault: 'no end', text: '{ "a": [1, 2', place: 'line 1, column 13' },
	])('names the line and column of $fault', ({ text, place }) => {
		expect({ isJson: isJson(text), place: placeOf(text) }).toEqual({ isJson: false, place });
	});

	it('quotes the text at the error', () => {
		expect(describeJsonError('{ plan: "gold", "seats": 12 }')).toBe(
			` The JSON is wrong in line 1, column 3, at 'plan: "gold", "seats'.`,
		);
	});

	it('says where the JSON breaks off', () => {
		expect(describeJsonError('{ "plan": "gold"')).toBe(
			' The JSON breaks off in line 1, column 17.',
		);
	});

	it.each([
		'[]',
		'{}',
		'[[]]',
		'[{}]',
		'{"a":{}}',
		'{"a":[]}',
		'[1,2]',
		'{"a":1,"b":[2,3]}',
		' { "a" : [ 1 , "b" ] } ',
		'\t[\r\n1\n]\n',
		'"gold"',
		'"a \\"b\\" \\u00e9 \\\\"',
		'"\u007F"',
		'0',
		'-0',
		'10',
		'-1.5e+3',
		'0.25E-7',
		'true',
		'false',
		'null',
	])('finds no fault in the JSON %s', (text) => {
		expect({ isJson: isJson(text), fault: describeJsonError(text) }).toEqual({
			isJson: true,
			fault: '',
		});
	});

	it('names a place if and only if JSON.parse fails', () => {
		const parts = fc.constantFrom(...'{}[],:"\\ \n', '"a"', '1', '-1.5e3', 'true', 'null', 'x');
		const texts = fc.oneof(
			fc.json(),
			fc.array(parts, { minLength: 1 }).map((list) => list.join('')),
		);

		fc.assert(
			fc.property(texts, (text) => {
				fc.pre(text.trim() !== '');

				expect({ text, isFaultless: placeOf(text) === undefined }).toEqual({
					text,
					isFaultless: isJson(text),
				});
			}),
			{ numRuns: 1000 },
		);
	});

	it.each([{ plan: 'gold' }, ['gold'], ' ', undefined])('returns nothing for %j', (value) => {
		expect(describeJsonError(value)).toBe('');
	});
});

describe('parseJson', () => {
	it.each([
		'{ "plan": "gold", "plan": "silver" }',
		'[{ "a": { "plan": 1, "seats": 2, "plan": 3 } }]',
		String.raw`{ "plan": 1, "pl\u0061n": 2 }`,
	])('rejects a key that is twice in an object: %s', (text) => {
		expect(errorOf(() => parseJson(text, 'Traits'))).toEqual(
			fieldError(
				'Traits',
				"The JSON in 'Traits' has the key 'plan' more than once",
				'Keep one of these keys: JSON would use only the last one.',
			),
		);
	});

	it('names the first of two keys that are there twice', () => {
		const text = '{ "plan": 1, "plan": 2, "seats": 1, "seats": 2 }';

		expect(errorOf(() => parseJson(text, 'Traits')).message).toBe(
			"The JSON in 'Traits' has the key 'plan' more than once",
		);
	});

	it.each(['[{ "plan": 1 }, { "plan": 2 }]', '{ "plan": { "plan": "plan" } }', '"plan"', '12'])(
		'accepts a key that is in several objects: %s',
		(text) => {
			expect(resultOf(() => parseJson(text, 'Traits'))).toEqual(JSON.parse(text));
		},
	);
});

function isJson(text: string): boolean {
	try {
		JSON.parse(text);

		return true;
	} catch {
		return false;
	}
}
