import { fieldsOfFeed, ShownFields } from '../../../nodes/Vitally/trigger/scan/fields/shownFields';
import { errorOf } from '../../errors/thrownError.cts';
import { configOf } from './poll.cts';

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
		expect(() => read(...pages)).not.toThrow();
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
		expect(() => readTraits({ id: 'a', traits: {} }, { id: 'b', traits: null })).not.toThrow();
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
