import fc from 'fast-check';

import { parseJson } from '../../nodes/Vitally/values/json/json';
import { describeJsonError } from '../../nodes/Vitally/values/json/jsonErrors';
import { runIn, type NodeRun } from '../engine/node.cts';
import { errorOf } from '../errors/thrownError.cts';
import { fieldError } from '../errors/valueErrors.cts';
import { traitRow } from '../fixtures/accounts.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const JSON_VALUE = '={{ $json.json }}';

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
			expect(parseJson(text, 'Traits')).toEqual(JSON.parse(text));
		},
	);
});

/** Each field that reads JSON. */
const FIELDS: Array<{ field: string; run: NodeRun }> = [
	{
		field: 'Traits (JSON)',
		run: {
			parameters: {
				resource: 'account',
				operation: 'update',
				accountId: byId('acc-1'),
				traitsMode: 'json',
				traitsJson: JSON_VALUE,
			},
		},
	},
	{
		field: 'Properties (JSON)',
		run: {
			type: 'vitallyAnalytics',
			parameters: {
				resource: 'event',
				operation: 'track',
				event: 'Exported',
				accountId: 'a1',
				propertiesMode: 'json',
				propertiesJson: JSON_VALUE,
			},
		},
	},
	{
		field: 'Messages (JSON)',
		run: {
			parameters: {
				resource: 'conversation',
				operation: 'create',
				subject: 'Invoice',
				messagesMode: 'json',
				messagesJson: JSON_VALUE,
			},
		},
	},
	{
		field: 'Transcript',
		run: {
			parameters: {
				resource: 'meeting',
				operation: 'setTranscript',
				meetingId: byId('meeting-1'),
				transcript: JSON_VALUE,
			},
		},
	},
	{
		field: 'Trait: products',
		run: {
			parameters: {
				resource: 'account',
				operation: 'update',
				accountId: byId('acc-1'),
				traits: { trait: [traitRow('products', 'multiSelect', JSON_VALUE)] },
			},
		},
	},
];

describe('the error for a field with broken JSON', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each(FIELDS)("names the place in the JSON of '$field'", async ({ field, run }) => {
		const { error } = await runIn(sandbox(), { ...run, items: [{ json: '[1, two]' }] });

		expect(error?.message ?? 'no error').toContain(`'${field}'`);
		expect(error?.description).toContain("The JSON is wrong in line 1, column 5, at 'two]'.");
		expect(sandbox().requests).toEqual([]);
	});
});

function isJson(text: string): boolean {
	try {
		JSON.parse(text);

		return true;
	} catch {
		return false;
	}
}
