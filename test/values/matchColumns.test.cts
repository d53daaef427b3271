import { matchColumns, similarTarget } from '../../nodes/Vitally/values/matchColumns';
import { traitTypeOf } from '../../nodes/Vitally/values/traitValue';

const target = (id: string, displayName = id) => ({ id, displayName });
const idsOf = (columns: string[], targets: Array<ReturnType<typeof target>>) =>
	Object.fromEntries([...matchColumns(columns, targets)].map(([column, { id }]) => [column, id]));

describe('columns and the traits that fit their names', () => {
	it.each([
		['by the key', ['plan'], [target('plan'), target('vitally.custom.plan')], { plan: 'plan' }],
		['by the key in another case', ['NEXT_step'], [target('nextStep')], { NEXT_step: 'nextStep' }],
		[
			'by the last part',
			['next step'],
			[target('vitally.custom.nextStep')],
			{ 'next step': 'vitally.custom.nextStep' },
		],
		[
			'by the label',
			['Monthly revenue'],
			[target('x.mrr', 'Monthly Revenue')],
			{ 'Monthly revenue': 'x.mrr' },
		],
		[
			'the key before the label',
			['plan'],
			[target('a', 'Plan'), target('plan', 'Tier')],
			{ plan: 'plan' },
		],
		[
			'what is left by a looser way',
			['Plan', 'plan'],
			[target('plan'), target('a.plan')],
			{ plan: 'plan', Plan: 'a.plan' },
		],
		['none', ['seats'], [target('plan')], {}],
	])('%s', (_title, columns, targets, expected) => {
		expect(idsOf(columns, targets)).toEqual(expected);
	});

	it.each([
		[['plan'], ['a.plan', 'b.plan'], "The column 'plan' fits several traits: a.plan, b.plan"],
		[['Plan', 'PLAN'], ['plan'], "The columns 'Plan' and 'PLAN' both fit the trait 'plan'"],
	])('are not guessed where %j fit %j', (columns, ids, message) => {
		expect(() =>
			idsOf(
				columns,
				ids.map((id) => target(id)),
			),
		).toThrow(message);
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
	])('%s is %s', (defined, type) => expect(traitTypeOf(defined)).toBe(type));
});
