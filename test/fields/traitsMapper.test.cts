import type { IDataObject } from 'n8n-workflow';

import {
	paramIn,
	replaceParam,
	type ItemParameters,
} from '../../nodes/Vitally/fields/itemParameters';
import { readTraitInput } from '../../nodes/Vitally/fields/traits/traitFields';
import { TraitMapper } from '../../nodes/Vitally/fields/traits/traitMapping';
import {
	mapperColumn,
	traitsMapperField,
	type MapperColumn,
} from '../../nodes/Vitally/fields/traits/traitsMapper';
import { DefinedTraits, type DefinedTrait } from '../../nodes/Vitally/values/traits/definedTraits';
import { valueParameter, type TraitType } from '../../nodes/Vitally/values/traits/traitValue';
import { errorOf, resultOf, type SeenError } from '../errors/thrownError.cts';
import { fieldError, tooDeepError } from '../errors/valueErrors.cts';

const NAME = { ...mapperColumn('name', 'Name', 'string'), isField: true };
const PLAN: DefinedTrait = { key: 'plan', label: 'Plan', type: 'string' };

type Rule = 'ignore' | 'create' | 'error';

/** The items of a table whose column `id` is named by another field. */
function itemsOf(
	rows: IDataObject[],
	{ rule = 'ignore' as Rule, mapper = { mappingMode: 'autoMapInputData' } as object } = {},
): ItemParameters[] {
	const columns = [...new Set(rows.flatMap((json) => Object.keys(json)))];

	return rows.map((json) => ({
		timeZone: 'UTC',
		param: (parameter) => (parameter === 'traitsMapper' ? mapper : rule),
		input: { json, columns: () => columns, usedInOtherFields: () => new Set(['id']) },
	}));
}

const itemOf = (json: IDataObject, rule?: Rule) => itemsOf([json], { rule })[0];

const mapperOf = (...traits: DefinedTrait[]) => new TraitMapper([NAME], new DefinedTraits(traits));

/** The traits that a mapper reads, by key. */
function traitsIn(mapper: TraitMapper, item: ItemParameters): IDataObject {
	const { rows = [], json } = mapper.read(item).traits;
	const typed = rows.map((row) => [row.key, row[valueParameter(row.type as TraitType)]]);

	return { ...Object.fromEntries(typed), ...(json as IDataObject) };
}

function bothFitError(first: string, second: string, trait: string): SeenError {
	return fieldError(
		'Traits',
		`The columns '${first}' and '${second}' both fit the trait '${trait}'`,
		"Remove one of the columns, or choose 'Map Each Column Manually'.",
	);
}

const NO_CSM = { reason: "Vitally's API cannot assign a CSM" };

describe('automatic mapping', () => {
	it.each(['error', 'ignore', 'create'] as const)(
		'rejects columns without a trait only where there are some: %s',
		(rule) => {
			const item = itemOf({ id: 'a1', name: 'Acme', plan: 'gold' }, rule);

			expect(resultOf(() => mapperOf(PLAN).read(item))).toEqual({
				fields: { name: 'Acme' },
				traits: { rows: [{ key: 'plan', type: 'string', stringValue: 'gold' }], json: {} },
			});
		},
	);

	it('needs no traits where other fields name every column', () => {
		const mapper = new TraitMapper([], undefined);

		expect(resultOf(() => mapper.read(itemOf({ id: 'a1' })))).toEqual({
			fields: {},
			traits: { rows: [], json: {} },
		});
	});

	it('fails for a column that no other field names while no traits are loaded', () => {
		expect(errorOf(() => new TraitMapper([], undefined).read(itemOf({ plan: 'x' })))).toEqual(
			fieldError(
				'Traits',
				"The traits of the workspace are not loaded into 'Traits'",
				"Open the node in the editor and refresh the list of traits, or choose another way under 'Specify Traits'.",
			),
		);
	});

	it('names its columns for a field that none of them fits', () => {
		const item = itemOf({ id: 'a1', plan: 'gold', Name: '' });
		const mapper = mapperOf(PLAN);

		const [manual] = itemsOf([{ plan: 'gold' }], { mapper: { mappingMode: 'defineBelow' } });
		const columns = {
			ofMappedField: mapper.columnsWithout(item, 'name'),
			ofOtherField: mapper.columnsWithout(item, 'email'),
			mappedByHand: mapper.columnsWithout(manual, 'email'),
			ofTableWithoutColumns: mapperOf(PLAN).columnsWithout(itemOf({ id: 'a1' }), 'email'),
		};

		expect(columns).toEqual({
			ofMappedField: undefined,
			ofOtherField: ['plan', 'Name'],
			mappedByHand: undefined,
			ofTableWithoutColumns: [],
		});
	});

	it('calls a trait without a label by its key', () => {
		const mapper = mapperOf({ key: 'plan', type: 'string' });

		expect([...mapper.columnsLeftOut(itemOf({ 'plan type': 'x' }))]).toEqual([
			['plan type', { reason: 'similar to plan', remedy: 'rename' }],
		]);
	});

	it.each([
		[' CSM', NO_CSM],
		['csmId', NO_CSM],
		['CSM ID', NO_CSM],
		['csmName', NO_CSM],
		['CSM Name', NO_CSM],
		['csm_email', NO_CSM],
		['csm-e-mail', NO_CSM],
		['CSM Mail', NO_CSM],
		['my csm', { reason: 'no such trait', remedy: 'createTrait' }],
		['CSM region', { reason: 'no such trait', remedy: 'createTrait' }],
		['plan type', { reason: 'similar to Plan', remedy: 'rename' }],
	])('says of the column %j why it is left out', (column, leftOut) => {
		const item = itemOf({ [column]: 'x' });

		expect(Object.fromEntries(mapperOf(PLAN).columnsLeftOut(item))).toEqual({ [column]: leftOut });
	});

	it('says of no column why it is left out where new ones become traits', () => {
		const item = itemOf({ csmName: 'x', region: 'x', 'plan type': 'x' }, 'create');

		const leftOut = Object.fromEntries(mapperOf(PLAN).columnsLeftOut(item)) as object;

		expect({ leftOut: Object.keys(leftOut) }).toEqual({ leftOut: [] });
	});

	it.each(['traits.plan', 'Plan ', '\uFEFFplan', 'pl\u200Ban'])(
		'reads the column %j as the trait plan',
		(column) => {
			expect(resultOf(() => traitsIn(mapperOf(PLAN), itemOf({ [column]: 'gold' })))).toEqual({
				plan: 'gold',
			});
		},
	);

	it('reads a column as the field by its label, though a trait of the same key has another one', () => {
		const revenue = mapperColumn('mrr', 'Monthly Revenue', 'number');
		const mapper = new TraitMapper([revenue], new DefinedTraits([{ key: 'mrr', label: 'Sales' }]));

		expect(mapper.read(itemOf({ 'monthly revenue': 900 })).fields).toEqual({ mrr: 900 });
	});

	it('fails for a cell with more than 100 levels, by the name of its column', () => {
		const deep = JSON.parse('['.repeat(101) + ']'.repeat(101)) as object[];

		expect(errorOf(() => mapperOf(PLAN).read(itemOf({ Plan: deep })))).toEqual(
			tooDeepError('Plan'),
		);
	});

	it('reads the columns of each table where a run has several', () => {
		const seats: DefinedTrait = { key: 'seats', label: 'Seats', type: 'number' };
		const mapper = mapperOf(PLAN, seats);
		const items = [itemOf({ plan: 'gold' }), itemOf({ seats: 3 })];

		expect(items.map((item) => traitsIn(mapper, item))).toEqual([{ plan: 'gold' }, { seats: 3 }]);
	});

	it('finds a label in another Unicode form', () => {
		const size: DefinedTrait = { key: 'vitally.custom.size', label: 'Gr\u00f6\u00dfe' };

		expect(traitsIn(mapperOf(size), itemOf({ 'Gro\u0308\u00dfe': 'L' }))).toEqual({
			[size.key]: 'L',
		});
	});
});

describe('columns without a trait', () => {
	it.each([
		{ way: 'automatic', item: itemOf({ region: 'EU', tier: 'a' }, 'error') },
		{
			way: 'manual',
			item: itemsOf([{}], {
				rule: 'error',
				mapper: { mappingMode: 'defineBelow', value: { region: 'EU', tier: 'a' } },
			})[0],
		},
	])('stand all in the error of $way mapping', ({ item }) => {
		expect(errorOf(() => mapperOf(PLAN).read(item)).message).toBe(
			"There is no trait for 'region', 'tier'",
		);
	});
});

describe('automatic mapping of a table', () => {
	it('leaves a cell empty that a row lacks, whatever other columns it has', () => {
		const region: DefinedTrait = { key: 'region', label: 'Other', type: 'string' };
		const mapper = mapperOf(region);
		const rows = itemsOf([{ region: 'EU', territory: 'west' }, { territory: 'east' }]);

		expect(rows.map((item) => traitsIn(mapper, item))).toEqual([
			{ region: 'EU' },
			{ region: undefined },
		]);
	});

	it('gives the trait of a blank cell no value of another column', () => {
		const mapper = mapperOf({ key: 'region', label: 'Region', type: 'string' });
		const rows = itemsOf([{ region: 'EU', Region: 'North' }, { Region: 'South' }]);

		expect(rows.map((item) => traitsIn(mapper, item))).toEqual([
			{ region: 'EU' },
			{ region: undefined },
		]);
	});

	it('rejects all rows where two columns fit one trait, also those that have only one of them', () => {
		const mapper = mapperOf({ key: 'region', label: 'Region', type: 'string' });
		const rows = itemsOf([{ REGION: 'EU', Region: 'North' }, { Region: 'South' }]);

		for (const item of rows) {
			expect(errorOf(() => mapper.read(item))).toEqual(bothFitError('REGION', 'Region', 'region'));
		}
	});
});

describe('a new trait of a column', () => {
	it.each([
		['Segment Tier ', 'Segment Tier'],
		['\uFEFFSegment Tier', 'Segment Tier'],
		['Segment\r\nTier', 'Segment Tier'],
		['Seg\u200Bment', 'Segment'],
		['traits.segment', 'segment'],
	])('gets the name of the column %j as mapping reads it', (column, key) => {
		expect(resultOf(() => traitsIn(mapperOf(PLAN), itemOf({ [column]: 'x' }, 'create')))).toEqual({
			[key]: 'x',
		});
	});

	const NO_TRAITS = [
		{ column: '__EMPTY', reason: 'it has no name' },
		{ column: '__EMPTY_1', reason: 'it has no name' },
		{ column: '__EMPTY_12', reason: 'it has no name' },
		{ column: '\u200B', reason: 'it has no name' },
		{ column: ' ', reason: 'it has no name' },
		{ column: 'row_number', reason: 'n8n adds it' },
	];

	it.each(NO_TRAITS)('never comes from the column "$column"', ({ column }) => {
		const created = traitsIn(mapperOf(PLAN), itemOf({ [column]: 'x' }, 'create'));

		expect({ created }).toEqual({ created: {} });
	});

	it.each(NO_TRAITS)('need not exist for the column "$column"', ({ column }) => {
		const item = itemOf({ [column]: 'x' }, 'error');

		expect({ traits: resultOf(() => traitsIn(mapperOf(PLAN), item)) }).toEqual({ traits: {} });
	});

	it.each(NO_TRAITS)(
		'has a reason not to come from the column "$column": $reason',
		({ column, reason }) => {
			const leftOut = mapperOf(PLAN).columnsLeftOut(itemOf({ [column]: 'x' }, 'create'));

			expect(Object.fromEntries(leftOut)).toEqual({ [column]: { reason } });
		},
	);

	it.each(['ignore', 'create', 'error'] as const)(
		'never takes the place of a field whose column of the output has its name: %s',
		(rule) => {
			const item = itemOf({ 'traits.name': 'Other' }, rule);

			expect(resultOf(() => mapperOf(PLAN).read(item))).toEqual({
				fields: {},
				traits: { rows: [], json: {} },
			});
			expect([...mapperOf(PLAN).columnsLeftOut(item)]).toEqual([
				['traits.name', { reason: "'name' is a field of the record" }],
			]);
		},
	);

	it.each([
		{ first: 'Segment Tier', second: 'Segment Tier ', trait: 'Segment Tier' },
		{ first: 'Segment Tier ', second: 'Segment Tier', trait: 'Segment Tier' },
		{ first: 'traits.segment', second: 'segment', trait: 'segment' },
		{ first: 'segment', second: 'traits.segment', trait: 'segment' },
	])('fails where two columns would be the same trait: $first, $second', (row) => {
		const { first, second, trait } = row;
		const item = itemOf({ [first]: 'a', other: 'x', [second]: 'b' }, 'create');

		expect(errorOf(() => mapperOf(PLAN).read(item))).toEqual(bothFitError(first, second, trait));
	});
});

describe('the mapper of traits in the editor', () => {
	it.each(['resource', 'operation', 'customObjectId.value'])(
		'loads its traits again where another value is chosen in %s',
		(parameter) => {
			expect(traitsMapperField.typeOptions?.loadOptionsDependsOn).toContain(parameter);
		},
	);
});

describe('manual mapping', () => {
	const schema = [
		mapperColumn('plan', 'Plan', 'string', 'string'),
		{ ...mapperColumn('hidden', 'Hidden', 'string', 'string'), removed: true },
	];
	const itemWith = (mappingMode: string, value: object | null) =>
		itemsOf([{ plan: 'gold' }], { mapper: { mappingMode, schema, value } })[0];

	it.each([
		{ name: 'no column', value: null },
		{ name: 'no value', value: {} },
		{ name: 'columns alone that the user has removed', value: { hidden: null } },
	])('fails where it has $name', ({ value }) => {
		const item = itemWith('defineBelow', value);

		expect(errorOf(() => mapperOf(PLAN).assertMapped(item))).toEqual(
			fieldError(
				'Traits',
				'No fields or traits are mapped',
				"Click 'Add field to send' and drag a column onto the field, or choose 'Map Automatically'.",
			),
		);
	});

	it.each([
		{ name: 'a column, though it is empty', mappingMode: 'defineBelow', value: { plan: '' } },
		{ name: 'automatic mapping in its place', mappingMode: 'autoMapInputData', value: null },
	])('passes where it has $name', ({ mappingMode, value }) => {
		const item = itemWith(mappingMode, value);

		expect(() => mapperOf(PLAN).assertMapped(item)).not.toThrow();
	});
});

describe('a trait of which the mapper has stored another definition', () => {
	const stored: MapperColumn[] = [
		mapperColumn('zip', 'ZIP', 'number', 'number'),
		mapperColumn('gone', 'Gone', 'string', 'string'),
		{ ...mapperColumn('hidden', 'Hidden', 'string', 'string'), removed: true },
	];
	const manual = (rule: Rule) =>
		itemsOf([{}], {
			rule,
			mapper: {
				mappingMode: 'defineBelow',
				schema: stored,
				value: { zip: '02134', gone: 'x', hidden: null },
			},
		})[0];
	const automatic = (rule: Rule) =>
		itemsOf([{ zip: '02134', gone: 'x' }], {
			rule,
			mapper: { mappingMode: 'autoMapInputData', schema: stored },
		})[0];
	const today = () => mapperOf({ key: 'zip', label: 'ZIP', type: 'string' });

	it('sends nothing where the user has removed it from the mapper', () => {
		expect(resultOf(() => traitsIn(today(), manual('create')))).toEqual({
			zip: '02134',
			gone: 'x',
		});
	});

	const IN_BOTH_WAYS = [
		{ way: 'manual', item: manual, shown: 'Gone' },
		{ way: 'automatic', item: automatic, shown: 'gone' },
	];

	it.each(IN_BOTH_WAYS)('gets the type of today in $way mapping', ({ item }) => {
		const { rows } = today().read(item('ignore')).traits;

		expect(rows).toContainEqual({ key: 'zip', type: 'string', stringValue: '02134' });
	});

	it.each(IN_BOTH_WAYS)('gets no value where it was deleted, in $way mapping', ({ item }) => {
		expect(Object.keys(traitsIn(today(), item('ignore')))).toEqual(['zip']);
	});

	it.each(
		IN_BOTH_WAYS.flatMap(({ shown, ...row }) => [
			{ ...row, rule: 'ignore' as const, leftOut: [shown] },
			{ ...row, rule: 'error' as const, leftOut: [] },
			{ ...row, rule: 'create' as const, leftOut: [] },
		]),
	)('leaves out $leftOut with the rule $rule in $way mapping', ({ item, rule, leftOut }) => {
		expect([...today().columnsLeftOut(item(rule)).keys()]).toEqual(leftOut);
	});

	it.each(IN_BOTH_WAYS)('fails where it was deleted, in $way mapping', ({ item, shown }) => {
		expect(errorOf(() => today().read(item('error')))).toEqual(
			fieldError(
				'Columns Without Trait',
				`There is no trait for '${shown}'`,
				"Rename the columns, create the traits in Vitally and refresh the list, or choose 'Ignore' or 'Create Trait' for 'Columns Without Trait' under Options.",
			),
		);
	});

	it.each(IN_BOTH_WAYS)('becomes a new trait where it was deleted, in $way mapping', ({ item }) => {
		expect(resultOf(() => traitsIn(today(), item('create')))).toEqual({ zip: '02134', gone: 'x' });
	});

	it('sets no field where the definitions cannot be read', () => {
		const mapper = new TraitMapper([NAME], undefined);
		const schema = [mapperColumn('name', 'Name', 'string')];
		const [item] = itemsOf([{ 'traits.name': 'Other' }], {
			mapper: { mappingMode: 'autoMapInputData', schema },
		});

		expect(resultOf(() => mapper.read(item).fields)).toEqual({});
	});

	it.each([
		{
			type: 'array',
			traits: { rows: [{ key: 'x', type: 'multiSelect', multiSelectValue: 'a' }], json: {} },
		},
		{
			type: 'number',
			traits: { rows: [{ key: 'x', type: 'number', numberValue: 'a' }], json: {} },
		},
		{
			type: 'boolean',
			traits: { rows: [{ key: 'x', type: 'boolean', booleanValue: 'a' }], json: {} },
		},
		{
			type: 'dateTime',
			traits: { rows: [{ key: 'x', type: 'dateTime', dateTimeValue: 'a' }], json: {} },
		},
		{
			type: 'string',
			traits: { rows: [{ key: 'x', type: 'string', stringValue: 'a' }], json: {} },
		},
		{ type: 'object', traits: { rows: [], json: { x: 'a' } } },
	] as const)(
		'has the type of its column in the mapper where nothing defines another: $type',
		(row) => {
			const mapper = new TraitMapper([NAME], undefined);
			const schema = [mapperColumn('x', 'X', row.type)];
			const [item] = itemsOf([{ x: 'a' }], { mapper: { mappingMode: 'autoMapInputData', schema } });

			expect(resultOf(() => mapper.read(item).traits)).toEqual(row.traits);
		},
	);

	it('keeps its stored type where the definitions cannot be read', () => {
		const mapper = new TraitMapper([NAME], undefined);

		expect(resultOf(() => traitsIn(mapper, manual('ignore')))).toEqual({ zip: '02134', gone: 'x' });
		expect(mapper.read(automatic('ignore')).traits.rows).toEqual([
			{ key: 'zip', type: 'number', numberValue: '02134' },
			{ key: 'gone', type: 'string', stringValue: 'x' },
		]);
	});
});

describe('the traits of an item', () => {
	const notSent: string[] = [];
	const item: ItemParameters = {
		timeZone: 'UTC',
		param: (name, fallback) => (name === 'options.traitsToClear' ? ['tier'] : fallback),
		notSent: (label) => {
			notSent.push(label);
		},
	};

	it.each([
		{ way: 'mapped', mapped: { rows: [], json: { plan: null } }, reported: [] },
		{ way: 'entered', mapped: undefined, reported: ['plan'] },
	])('have those to clear, and report empty values only where entered: $way', (row) => {
		notSent.length = 0;
		const input = readTraitInput(item, row.mapped);

		input.notSent?.('plan');

		expect({ clear: input.clear, emptyValues: input.emptyValues, notSent }).toEqual({
			clear: ['tier'],
			emptyValues: 'ignore',
			notSent: row.reported,
		});
	});
});

describe('replaceParam', () => {
	it('gives an item other parameters, and leaves its time zone and its workspace as they are', () => {
		const item = {
			timeZone: 'Europe/Berlin',
			appHost: 'acme.vitally.io',
			param: () => 'of the item',
		};
		const { timeZone, appHost, param } = replaceParam(item, () => 'of the row');

		expect({ timeZone, appHost, name: param('name') }).toEqual({
			timeZone: 'Europe/Berlin',
			appHost: 'acme.vitally.io',
			name: 'of the row',
		});
	});
});

describe('paramIn', () => {
	it.each([
		{ value: 'an expression without a result', fields: { limit: undefined }, read: null },
		{ value: 'null', fields: { limit: null }, read: null },
		{ value: '0', fields: { limit: 0 }, read: 0 },
		{ value: 'no such field', fields: {}, read: 'fallback' },
	])('reads $value of a group as $read', ({ fields, read }) => {
		expect(paramIn(fields)('limit', 'fallback')).toBe(read);
	});

	it('reads no field that every object inherits', () => {
		expect(paramIn({})('constructor', 'fallback')).toBe('fallback');
	});
});
