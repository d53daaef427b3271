import { readLocator } from '../../nodes/Vitally/fields/locators';
import { parameterOf, requiredLocator } from '../../nodes/Vitally/records/recordType';
import type { RecordType } from '../../nodes/Vitally/records/recordType';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import { read } from '../docs/docFiles.cts';

/** The kinds of records by way, as docs/picking.md has them: `all`, `all but …`, or a list. */
const WAYS = new Map(
	[...read('docs/picking.md').matchAll(/^\| (?:From|By) ([\w ]+?) +\| ([^|]+?) +\|/gm)].map(
		([, way, kinds]) => [way, kinds],
	),
);
const MODES: Array<[mode: string, way: string]> = [
	['list', 'List'],
	['email', 'Email'],
	['id', 'ID'],
	['externalId', 'External ID'],
	['name', 'Name'],
	['url', 'URL'],
];

/** Categories and instances are named as such, templates without what they are for. */
function isNamed({ plural }: RecordType, kinds: string): boolean {
	const words = [plural, plural.split(' ').at(-1) ?? ''];
	const isIn = words.some((word) =>
		new RegExp(`\\b${word}\\b`).test(kinds.replace(' of custom objects', '')),
	);

	return kinds.startsWith('all but') ? !isIn : kinds === 'all' || isIn;
}

const modesOf = (type: RecordType) =>
	MODES.filter(([, way]) => isNamed(type, WAYS.get(way) ?? '')).map(([mode]) => mode);

const ROWS = RECORD_TYPES.map((type) => [type.name, type] as const);

describe('a field that picks a record', () => {
	it.each(ROWS)('%s offers the ways that docs/picking.md names', (_name, type) => {
		const { modes = [], default: initial } = requiredLocator(type);

		expect(modes.map(({ name }) => name)).toEqual(modesOf(type));

		const list = modes.find(({ name }) => name === 'list');

		for (const one of modes) expect(one.type).toBe(one === list ? 'list' : 'string');

		expect(initial).toEqual({ mode: list ? 'list' : 'id', value: '' });

		const slowLoadNotice = type.externalIds ? (expect.anything() as unknown) : undefined;
		if (list) expect(list.typeOptions).toMatchObject({ searchable: true, slowLoadNotice });
	});

	it.each(ROWS)('%s accepts the modes that it offers, and no other', (_name, type) => {
		const readIn = (mode: string) => {
			const param = () => ({ __rl: true, mode, value: 'x' });

			return readLocator({ timeZone: 'UTC', param }, parameterOf(type), type);
		};

		for (const mode of ['email', 'name', 'url']) {
			if (modesOf(type).includes(mode)) expect(readIn(mode)).toEqual({ mode, value: 'x' });
			else expect(() => readIn(mode)).toThrow('does not say which record to use');
		}

		expect(() => readIn('path')).toThrow('does not say which record to use');
	});

	it.each([
		[' 7 ', 'id', '7'],
		[7, 'id', 7],
		[null, 'id', null],
		[{ mode: 'id', value: ' x ' }, 'id', 'x'],
		[{ mode: 'externalId', value: ' x ' }, 'externalId', ' x '],
	])(
		'%j is picked by its %s, and only an External ID may have blanks around it',
		(stored, mode, value) => {
			const item = { timeZone: 'UTC', param: () => stored as unknown };

			expect(readLocator(item, 'accountId')).toEqual({ mode, value });
		},
	);
});
