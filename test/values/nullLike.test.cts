import { tryToParseDateTime } from 'n8n-workflow';

import {
	assertNewName,
	assertNotNullLike,
	assertNotNullLikeId,
	nullLikeAsNull,
} from '../../nodes/Vitally/values/emptyValues';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import { nullLikeError } from '../errors/valueErrors.cts';

const WORDS = [
	'None',
	'NONE',
	'NaN',
	'nan',
	'N/A',
	'n/a',
	'-',
	'NaT',
	'<NA>',
	'<null>',
	'(null)',
	'\\N',
	'[object Object]',
	'Null',
	'nil',
	'—',
	'--',
	'---',
	'–',
	'(blank)',
	'(empty)',
	'(none)',
	'<none>',
	'<undefined>',
	'n.a.',
];

/** Those of Excel, Google Sheets and LibreOffice in several languages. */
const SPREADSHEET_ERRORS = [
	'#N/A',
	'#N/B',
	'#N/D',
	'#NV',
	'#GETTING_DATA',
	'#NAME?',
	'#NAAM?',
	'#NOM?',
	'#NOME?',
	'#¿NOMBRE?',
	'#¡REF!',
	'#¡DIV/0!',
	'#NOMBRE!',
	'#BEZUG!',
	'#BLOCKED!',
	'#BUSY!',
	'#CALC!',
	'#CONNECT!',
	'#DEEL/0!',
	'#DIV/0!',
	'#ERROR!',
	'#FIELD!',
	'#GETAL!',
	'#LEEG!',
	'#NUL!',
	'#NULL!',
	'#NULLO!',
	'#NULO!',
	'#NUM!',
	'#NÚM!',
	'#REF!',
	'#RIF!',
	'#SPILL!',
	'#UNKNOWN!',
	'#VALEUR!',
	'#VALOR!',
	'#VALORE!',
	'#VALUE!',
	'#VERW!',
	'#WAARDE!',
	'#WERT!',
	'#ZAHL!',
	'#ÜBERLAUF!',
	'Err:502',
];

describe('a word for nothing', () => {
	const date = new Date(0);
	const set = new Set(['None']);
	// A date of n8n's expressions, such as $now.
	const dateTime = tryToParseDateTime('2026-03-01');

	it.each(['nullable', 0, false, date, set, dateTime, [], {}, [[]]])(
		'differs from %j, which stays what it is in the value of a model',
		(value) => {
			expect({ value: resultOf(() => nullLikeAsNull(value)) }).toStrictEqual({ value });
		},
	);

	it.each([
		['null', null],
		[' NULL ', null],
		['None', null],
		[
			['a', 'None', 1],
			['a', 1],
		],
		// An empty list could replace one in Vitally.
		[['null', 'None'], null],
		[
			[null, ['None']],
			[null, null],
		],
		[
			{ a: 'null', b: { c: ['None', 'x'] } },
			{ a: null, b: { c: ['x'] } },
		],
	])("becomes null at every depth of a model's value: %j", (value, expected) => {
		expect(resultOf(() => nullLikeAsNull(value))).toStrictEqual(expected);
	});

	it.each(['null', 'NULL', ' undefined '])('fails as a search text: %j', (text) => {
		expect(errorOf(() => assertNotNullLike(text, 'Name'))).toEqual(
			nullLikeError('Name', text.trim()),
		);
	});

	it.each([...WORDS, 'null', 'NULL', ' undefined '])('fails as an ID: %j', (text) => {
		expect(errorOf(() => assertNotNullLikeId(text, 'Account'))).toEqual(
			nullLikeError('Account', text.trim()),
		);
	});

	it.each(WORDS)('passes as a search text, which a record may contain: %j', (text) => {
		expect(() => assertNotNullLike(text, 'Name')).not.toThrow();
	});

	const texts = ['', ' ', 'nullable', 'nancy', '0', '#1', '#general', 'N/A-7'];

	it.each(texts)('differs from %j, which passes as a search text', (text) => {
		expect(() => assertNotNullLike(text, 'Name')).not.toThrow();
	});

	it.each(texts)('differs from %j, which passes as an ID', (text) => {
		expect(() => assertNotNullLikeId(text, 'Account')).not.toThrow();
	});
});

describe('a value of a model with too many levels', () => {
	it('stays as it is, so that the reader of its field rejects it', () => {
		const deep = JSON.parse(`${'['.repeat(101)}"None"${']'.repeat(101)}`) as unknown;

		expect(JSON.stringify(nullLikeAsNull(deep))).toBe(JSON.stringify(deep));
	});
});

describe('the name of a new record', () => {
	it.each([{}, { name: undefined }, { name: null }, { name: 5 }])(
		'may be no text: %j',
		(record) => {
			expect(() => assertNewName(record)).not.toThrow();
		},
	);

	it.each(WORDS)('cannot be a word for nothing: %j', (name) => {
		expect(errorOf(() => assertNewName({ name }))).toEqual(nullLikeError('Name', name));
	});
});

describe('an error of a spreadsheet', () => {
	it.each(SPREADSHEET_ERRORS)('fails as a search text: %s', (text) => {
		expect(errorOf(() => assertNotNullLike(text, 'Name'))).toEqual(nullLikeError('Name', text));
	});

	it.each(SPREADSHEET_ERRORS)('fails as an ID: %s', (text) => {
		expect(errorOf(() => assertNotNullLikeId(text, 'Account'))).toEqual(
			nullLikeError('Account', text),
		);
	});

	it.each(SPREADSHEET_ERRORS)('fails as the name of a new record: %s', (text) => {
		expect(errorOf(() => assertNewName({ name: text }))).toEqual(nullLikeError('Name', text));
	});
});
