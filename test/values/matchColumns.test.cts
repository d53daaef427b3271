import { matchColumns, similarTarget } from '../../nodes/Vitally/values/matchColumns';
import { traitTypeOf } from '../../nodes/Vitally/values/traitValue';

const target = (id: string, displayName = id) => ({ id, displayName });
const idsOf = (columns: string[], targets: Array<ReturnType<typeof target>>) =>
	Object.fromEntries([...matchColumns(columns, targets)].map(([column, { id }]) => [column, id]));

describe('columns and the traits that fit their names', () => {
	it.each([
		{
			name: 'fit by the key',
			columns: ['plan'],
			targets: [target('plan'), target('vitally.custom.plan')],
			matches: { plan: 'plan' },
		},
		{
			name: 'fit by the key in another case',
			columns: ['NEXT_step'],
			targets: [target('nextStep')],
			matches: { NEXT_step: 'nextStep' },
		},
		{
			name: 'fit by the last part',
			columns: ['next step'],
			targets: [target('vitally.custom.nextStep')],
			matches: { 'next step': 'vitally.custom.nextStep' },
		},
		{
			name: 'fit by the label',
			columns: ['Monthly revenue'],
			targets: [target('x.mrr', 'Monthly Revenue')],
			matches: { 'Monthly revenue': 'x.mrr' },
		},
		{
			name: 'fit by the key rather than by the label',
			columns: ['plan'],
			targets: [target('a', 'Plan'), target('plan', 'Tier')],
			matches: { plan: 'plan' },
		},
		{
			name: 'fit by a looser way where others are left',
			columns: ['Plan', 'plan'],
			targets: [target('plan'), target('a.plan')],
			matches: { plan: 'plan', Plan: 'a.plan' },
		},
		{
			name: 'do not fit where no name is the same',
			columns: ['seats'],
			targets: [target('plan')],
			matches: {},
		},
	])('$name: $columns', ({ columns, targets, matches }) => {
		expect(idsOf(columns, targets)).toEqual(matches);
	});

	it.each([
		[['plan'], ['a.plan', 'b.plan'], "The column 'plan' fits several traits: a.plan, b.plan"],
		[['Plan', 'PLAN'], ['plan'], "The columns 'Plan' and 'PLAN' both fit the trait 'plan'"],
	])('are not guessed where %j fit %j', (columns, ids, message) => {
		const targets = ids.map((id) => target(id));

		expect(() => idsOf(columns, targets)).toThrow(message);
	});
});

describe('the trait that is similar to a column', () => {
	const renewal = target('vitally.custom.nextRenewalDate', 'Next Renewal');

	it.each(['renewal', 'NEXT-renewal date of contract', 'The next renewal!', 'next'])(
		'contains it, or is contained in it: %s',
		(column) => expect(similarTarget(column, [{ id: 'x' }, renewal])).toBe(renewal),
	);

	it.each(['new', 'custom', 'renewed', ''])('is none for %j', (column) =>
		expect(similarTarget(column, [renewal, target('vitally.custom.one', 'One')])).toBeUndefined(),
	);
});

describe('the type of a trait', () => {
	it.each([
		['multi_select', 'multiSelect'],
		['Multi Select', 'multiSelect'],
		['textarea', 'string'],
		['select', undefined],
		[undefined, undefined],
	])('is read from the definition: %s is %s', (defined, type) => {
		expect(traitTypeOf(defined)).toBe(type);
	});
});
