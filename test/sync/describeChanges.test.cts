import type { Changes } from '../../nodes/Vitally/sync/changes';
import { describeChanges } from '../../nodes/Vitally/sync/report/describeChanges';

const LABELS = new Map([
	['accountId', 'Account'],
	['npsScore', 'Score'],
]);
const NAMES = new Map([['76da5b45', 'Birch Health']]);

const textOf = (changes: object) => describeChanges(changes as Changes, LABELS, NAMES);
const change = (old: unknown, value: unknown) => ({ old, new: value });

describe('the text of changes', () => {
	it.each([
		[
			'labels of the editor, and names',
			{ accountId: change(null, '76da5b45') },
			'Account: – → Birch Health',
		],
		[
			'a field without a label',
			{ nextRenewalDate: change('', '2027-01-01') },
			'Next Renewal Date: – → 2027-01-01',
		],
		[
			'a trait by its key',
			{ 'traits.vitally.custom.plan_name': change('A', 'B') },
			'Plan Name: A → B',
		],
		['a trait with capitals', { 'traits.ARR': change(0, false) }, 'ARR: 0 → false'],
		['a trait with the name of a field', { 'traits.npsScore': change(1, 2) }, 'NPS Score: 1 → 2'],
		['lists', { accountIds: change([], ['76da5b45', 'b']) }, 'Account Ids: – → Birch Health, b'],
		['objects', { 'traits.tier': change({ a: 1 }, [{ b: 2 }]) }, 'Tier: {"a":1} → {"b":2}'],
		[
			'a day without its midnight, a time whole',
			{ 'traits.end': change('2027-03-31T00:00:00.000Z', '2027-04-01T09:00:00.000Z') },
			'End: 2027-03-31 → 2027-04-01T09:00:00.000Z',
		],
		['several', { name: change('A', 'B'), 'traits.x': change(1, null) }, 'Name: A → B; X: 1 → –'],
	])('has %s', (_, changes, text) => expect(textOf(changes)).toBe(text));

	it('is short, whatever the record has', () => {
		const long = 'x'.repeat(10_000);

		expect(textOf({ name: change(long, 'B') })).toBe(`Name: ${'x'.repeat(100)}… → B`);

		const many = Array.from({ length: 23 }, (_, index) => [`traits.t${index}`, change(1, 2)]);

		expect(textOf(Object.fromEntries(many))).toMatch(/; T19: 1 → 2; and 3 more$/);
	});
});
