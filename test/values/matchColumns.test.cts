import { matchColumns, similarTarget } from '../../nodes/Vitally/values/traits/matchColumns';
import { traitTypeOf } from '../../nodes/Vitally/values/traits/traitValue';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import { fieldError } from '../errors/valueErrors.cts';

const target = (id: string, displayName = id) => ({ id, displayName });
const idsOf = (columns: string[], targets: Array<{ id: string; displayName?: string }>) =>
	Object.fromEntries([...matchColumns(columns, targets)].map(([column, { id }]) => [column, id]));

describe('matchColumns', () => {
	it.each([
		{
			name: 'matches the key of a trait',
			columns: ['plan'],
			targets: [target('plan'), target('vitally.custom.plan')],
			matches: { plan: 'plan' },
		},
		{
			name: 'matches a key in another case',
			columns: ['NEXT_step'],
			targets: [target('nextStep')],
			matches: { NEXT_step: 'nextStep' },
		},
		{
			name: 'prefers the key in the same case, whatever blanks are around the column',
			columns: [' plan', '\uFEFFPlan'],
			targets: [target('Plan'), target('plan')],
			matches: { ' plan': 'plan', '\uFEFFPlan': 'Plan' },
		},
		{
			name: 'prefers the exact key to one with blanks around it',
			columns: [' plan', 'plan'],
			targets: [target('plan')],
			matches: { plan: 'plan' },
		},
		{
			name: 'matches no label where a trait has none',
			columns: ['plan'],
			targets: [{ id: 'x.tier' }],
			matches: {},
		},
		{
			name: 'matches the last part of a key',
			columns: ['next step'],
			targets: [target('vitally.custom.nextStep')],
			matches: { 'next step': 'vitally.custom.nextStep' },
		},
		{
			name: 'matches a label',
			columns: ['Monthly revenue'],
			targets: [target('x.mrr', 'Monthly Revenue')],
			matches: { 'Monthly revenue': 'x.mrr' },
		},
		{
			name: 'prefers a key to a label',
			columns: ['plan'],
			targets: [target('a', 'Plan'), target('plan', 'Tier')],
			matches: { plan: 'plan' },
		},
		{
			name: 'matches more loosely what no closer way has matched',
			columns: ['Plan', 'plan'],
			targets: [target('plan'), target('a.plan')],
			matches: { plan: 'plan', Plan: 'a.plan' },
		},
		{
			name: 'matches a column of the output with the trait of its key alone',
			columns: [
				'traits.plan',
				'traits.seats',
				'traits.vitally.custom.tier',
				'\uFEFFtraits.region ',
			],
			targets: [
				target('vitally.custom.seats'),
				target('plan'),
				target('vitally.custom.tier'),
				target('region'),
			],
			matches: {
				'traits.plan': 'plan',
				'traits.vitally.custom.tier': 'vitally.custom.tier',
				'\uFEFFtraits.region ': 'region',
			},
		},
		{
			name: 'matches no column of the output with a field',
			columns: ['traits.name'],
			targets: [{ ...target('name'), isField: true }],
			matches: {},
		},
		{
			name: 'matches a column of the output, with a blank or a byte order mark, with no other trait',
			columns: [' traits.seats', '\uFEFFtraits.tier'],
			targets: [target('vitally.custom.seats'), target('x.level', 'Tier')],
			matches: {},
		},
		{
			name: 'matches no column of the output with a field, also where a blank is before it',
			columns: [' traits.name'],
			targets: [{ ...target('name'), isField: true }],
			matches: {},
		},
		{
			name: 'leaves a trait that a column of the output names to this column',
			columns: ['healthScore', 'traits.vitally.custom.healthScore'],
			targets: [target('vitally.custom.healthScore')],
			matches: { 'traits.vitally.custom.healthScore': 'vitally.custom.healthScore' },
		},
		{
			name: 'matches nothing where no name is the same',
			columns: ['seats'],
			targets: [target('plan')],
			matches: {},
		},
	])('$name', ({ columns, targets, matches }) => {
		expect(resultOf(() => idsOf(columns, targets))).toEqual(matches);
	});

	it.each([
		{
			name: 'rejects a column that fits two traits',
			columns: ['plan'],
			traits: ['a.plan', 'b.plan'],
			message: "The column 'plan' fits several traits: a.plan, b.plan",
			advice: 'Rename the column to the key of the trait',
		},
		{
			name: 'rejects a column that is the label of two traits, which the editor shows with their keys',
			columns: ['plan'],
			traits: ['x.tier', 'x.level'],
			labels: ['Plan (x.tier)', 'Plan (x.level)'],
			message: "The column 'plan' fits several traits: x.tier, x.level",
			advice: 'Rename the column to the key of the trait',
		},
		{
			name: 'rejects a column that is the label of a trait and the last part of the key of another one',
			columns: ['Plan'],
			traits: ['vitally.custom.plan', 'vitally.custom.plan1'],
			labels: ['Old Plan', 'Plan'],
			message: "The column 'Plan' fits several traits: vitally.custom.plan, vitally.custom.plan1",
			advice: 'Rename the column to the key of the trait',
		},
		{
			name: 'rejects two columns that fit one trait by its key and by its label',
			columns: ['nextStep', 'Follow-Up'],
			traits: ['vitally.custom.nextStep'],
			labels: ['Follow-Up'],
			message:
				"The columns 'nextStep' and 'Follow-Up' both fit the trait 'vitally.custom.nextStep'",
			advice: 'Remove one of the columns',
		},
		{
			name: 'rejects two columns that fit one trait',
			columns: ['Plan', 'PLAN'],
			traits: ['plan'],
			message: "The columns 'Plan' and 'PLAN' both fit the trait 'plan'",
			advice: 'Remove one of the columns',
		},
		{
			name: 'rejects a column that fits the trait of a column of the output',
			columns: ['traits.plan', 'Plan'],
			traits: ['plan'],
			message: "The columns 'traits.plan' and 'Plan' both fit the trait 'plan'",
			advice: 'Remove one of the columns',
		},
		{
			name: 'rejects two columns of the output that differ in blanks alone',
			columns: ['traits.plan', 'traits.plan '],
			traits: ['plan'],
			message: "The columns 'traits.plan' and 'traits.plan ' both fit the trait 'plan'",
			advice: 'Remove one of the columns',
		},
	])('$name', ({ columns, traits, labels = traits, message, advice }) => {
		const targets = traits.map((id, index) => target(id, labels[index]));

		expect(errorOf(() => idsOf(columns, targets))).toEqual(
			fieldError('Traits', message, `${advice}, or choose 'Map Each Column Manually'.`),
		);
	});
});

describe('similarTarget', () => {
	const renewal = target('vitally.custom.nextRenewalDate', 'Next Renewal');

	it.each([
		{ column: 'renewal', relation: 'is part of the label' },
		{ column: 'The next renewal!', relation: 'contains the label' },
		{ column: 'renewal date', relation: 'is part of the key' },
		{ column: 'NEXT-renewal date of contract', relation: 'contains the key' },
		{ column: 'next', relation: 'has four letters of the label' },
	])('finds the trait for the column "$column", which $relation', ({ column }) => {
		expect(similarTarget(column, [{ id: 'x' }, renewal])).toBe(renewal);
	});

	it.each([
		{ column: 'new', reason: 'is too short' },
		{ column: 'custom', reason: 'is in the key before its last dot alone' },
		{ column: 'renewed', reason: 'is another word' },
		{ column: 'drop one', reason: 'contains a label that is too short' },
		{ column: '', reason: 'has no name' },
	])('finds no trait for the column "$column", which $reason', ({ column }) => {
		const found = similarTarget(column, [renewal, target('vitally.custom.one', 'One')]);

		expect({ trait: found?.id }).toEqual({ trait: undefined });
	});

	it('finds the first of several traits', () => {
		const found = similarTarget('renewal', [renewal, target('x.renewal', 'Renewal')]);

		expect({ trait: found?.id }).toEqual({ trait: renewal.id });
	});
});

describe('traitTypeOf', () => {
	it.each([
		{ defined: 'boolean', type: 'boolean' },
		{ defined: 'date', type: 'date' },
		{ defined: 'date_time', type: 'dateTime' },
		{ defined: 'DateTime', type: 'dateTime' },
		{ defined: 'multi_select', type: 'multiSelect' },
		{ defined: 'Multi Select', type: 'multiSelect' },
		{ defined: 'multi-select', type: 'multiSelect' },
		{ defined: 'multi.select', type: 'multiSelect' },
		{ defined: 'number', type: 'number' },
		{ defined: 'string', type: 'string' },
		{ defined: 'textarea', type: 'string' },
		{ defined: 'select', type: undefined },
		{ defined: 'toString', type: undefined },
		{ defined: undefined, type: undefined },
	])('reads the type in Vitally $defined as $type', ({ defined, type }) => {
		expect({ type: traitTypeOf(defined) }).toEqual({ type });
	});
});
