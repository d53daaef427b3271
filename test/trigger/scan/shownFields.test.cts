import { fieldsOfFeed, ShownFields } from '../../../nodes/Vitally/trigger/scan/fields/shownFields';
import { formOf, type Kind } from '../../../nodes/Vitally/trigger/scan/fields/watchedField';
import { errorOf, resultOf } from '../../errors/thrownError.cts';
import { configOf } from './poll.cts';

/** The key role of a CSM, who is this person or nobody. */
const roleOf = (vitallyUser: object | null) => [{ keyRole: { label: 'CSM' }, vitallyUser }];

interface FormCase {
	path?: string;
	record: Record<string, unknown>;
	form: string;
}

describe('a record', () => {
	const formsOf = (kind: Kind, path: string, cases: FormCase[]) =>
		cases.map(({ record, form }) => ({ kind, path, shown: JSON.stringify(record), record, form }));

	it.each([
		...formsOf('any', 'name', [
			{ record: {}, form: 'absent' },
			{ record: { name: null }, form: 'empty' },
			{ record: { name: '' }, form: 'empty' },
			{ record: { name: 'Acme' }, form: 'readable' },
			{ record: { name: 0 }, form: 'readable' },
			{ record: { name: false }, form: 'readable' },
			{ record: { name: { first: 'A' } }, form: 'readable' },
		]),
		...formsOf('any', 'traits.plan', [
			{ record: {}, form: 'absent' },
			{ record: { plan: 'gold' }, form: 'absent' },
			{ record: { traits: null }, form: 'empty' },
			{ record: { traits: {} }, form: 'empty' },
			{ record: { traits: { plan: null } }, form: 'empty' },
			{ record: { traits: { plan: 'gold' } }, form: 'readable' },
			{ record: { traits: [{ plan: 'gold' }] }, form: 'unreadable' },
			{ record: { traits: 'plan' }, form: 'unreadable' },
		]),
		...formsOf('number', 'healthScore', [
			{ record: {}, form: 'absent' },
			{ record: { healthScore: null }, form: 'empty' },
			{ record: { healthScore: 0 }, form: 'readable' },
			{ record: { healthScore: '7.5' }, form: 'readable' },
			{ record: { healthScore: 'good' }, form: 'unreadable' },
			{ record: { healthScore: { value: 7 } }, form: 'unreadable' },
		]),
		...formsOf('segments', 'segments', [
			{ record: {}, form: 'absent' },
			{ record: { segments: null }, form: 'empty' },
			{ record: { segments: [] }, form: 'readable' },
			{ record: { segments: [{ id: 's', name: 'Gold' }] }, form: 'readable' },
			{ record: { segments: ['s'] }, form: 'unreadable' },
			{ record: { segments: 'Gold' }, form: 'unreadable' },
		]),
		...formsOf('time', 'churnedAt', [
			{ record: {}, form: 'absent' },
			{ record: { churnedAt: null }, form: 'empty' },
			{ record: { churnedAt: '2026-01-02T00:00:00.000Z' }, form: 'readable' },
			{ record: { churnedAt: 1_790_000_000 }, form: 'unreadable' },
			{ record: { churnedAt: 'soon' }, form: 'unreadable' },
		]),
		...formsOf('csm', 'csmId', [
			{ record: {}, form: 'absent' },
			{ record: { csmId: null }, form: 'empty' },
			{ record: { keyRoles: null }, form: 'empty' },
			{ record: { keyRoles: [] }, form: 'empty' },
			{ record: { csmId: null, keyRoles: null }, form: 'empty' },
			{ record: { csmId: null, keyRoles: roleOf(null) }, form: 'empty' },
			{ record: { csmId: 'a' }, form: 'readable' },
			{ record: { csmId: 'a', keyRoles: 'x' }, form: 'readable' },
			{ record: { csmId: null, keyRoles: roleOf({ id: 'a' }) }, form: 'readable' },
			{ record: { keyRoles: roleOf({ id: 'a' }) }, form: 'readable' },
			{ record: { csmId: { id: 'a' } }, form: 'unreadable' },
			{ record: { csmId: ['a'] }, form: 'unreadable' },
			{ record: { keyRoles: { CSM: 'a' } }, form: 'unreadable' },
			{ record: { csmId: null, keyRoles: 'x' }, form: 'unreadable' },
		]),
	])('shows $path in the form $form: $shown', ({ kind, path, record, form }) => {
		expect({ form: formOf(record, path, kind) }).toEqual({ form });
	});
});

describe('the fields that the pages of a poll show', () => {
	const config = configOf({ triggerOn: 'accountUpdated', watch: ['healthScore', 'mrr'] });
	const bare = { id: 'a', mrr: 1 };
	const scored = { ...bare, healthScore: null };

	const read = (...pages: object[][]) => {
		const fields = new ShownFields(fieldsOfFeed(config));

		for (const page of pages) fields.assertShown(page as Array<Record<string, unknown>>);
	};

	it.each([
		{ name: 'a page on which one record shows each field', pages: [[bare, scored]] },
		{ name: 'a last page of a single record', pages: [[bare, scored], [bare]] },
		{ name: 'an empty list', pages: [[]] },
		{
			name: 'a page on which one record shows a field in a form that can be read',
			pages: [
				[
					{ ...scored, healthScore: {} },
					{ ...scored, healthScore: 5 },
				],
			],
		},
	])('accepts $name', ({ pages }) => {
		expect({ refusal: resultOf(() => read(...pages)) }).toEqual({ refusal: undefined });
	});

	it('rejects a page on which a field has no value, or one in a form that cannot be read', () => {
		expect(errorOf(() => read([scored, { ...scored, healthScore: {} }]))).toEqual({
			class: 'ListError',
			message:
				"has the field 'healthScore', which the trigger watches, in a form that the trigger cannot read",
		});
	});

	const readTraits = (...page: object[]) => {
		const watching = configOf({ triggerOn: 'accountUpdated', watch: ['traits.plan'] });

		new ShownFields(fieldsOfFeed(watching)).assertShown(page as Array<Record<string, unknown>>);
	};

	it('contain a trait that no record has, because Vitally shows only those with a value', () => {
		const refusal = resultOf(() => readTraits({ id: 'a', traits: {} }, { id: 'b', traits: null }));

		expect({ refusal }).toEqual({ refusal: undefined });
	});

	it('contain no trait where no record has traits', () => {
		expect(errorOf(() => readTraits({ id: 'a' }, { id: 'b' }))).toEqual({
			class: 'ListError',
			message: "does not have the field 'traits.plan', which the trigger watches",
		});
	});

	it.each([
		{ name: 'the only record of a list', pages: [[bare]] },
		{ name: 'a later page of several records', pages: [[scored], [bare, bare]] },
		{ name: 'the only record behind an empty page', pages: [[], [bare]] },
	])('rejects $name without a field', ({ pages }) => {
		expect(errorOf(() => read(...pages))).toEqual({
			class: 'ListError',
			message: "does not have the field 'healthScore', which the trigger watches",
		});
	});
});
