import {
	matchField,
	unknownFieldError,
	watchedTrait,
} from '../../nodes/Vitally/trigger/watchedFields';

const fields = [
	...['healthScore', 'npsScore', 'name', 'mrr', 'traits'].map((id) => ({ id })),
	...['plan', 'mrr', 'vitally.custom.nextStep', 'constructor'].map((key) => watchedTrait(key)),
	watchedTrait('vitally.custom.x7', 'Renewal Risk'),
	watchedTrait('billing.region'),
	watchedTrait('sales.region'),
];

describe('names under Fields to Watch', () => {
	it.each([
		['healthScore', 'healthScore'],
		['Health Score', 'healthScore'],
		['healthscore', 'healthScore'],
		['health_score', 'healthScore'],
		['mrr', 'mrr'],
		['MRR', 'mrr'],
		['traits.mrr', 'traits.mrr'],
		['plan', 'traits.plan'],
		['Plan', 'traits.plan'],
		['traits.plan', 'traits.plan'],
		['vitally.custom.nextStep', 'traits.vitally.custom.nextStep'],
		['nextStep', 'traits.vitally.custom.nextStep'],
		['Next step', 'traits.vitally.custom.nextStep'],
		['Renewal Risk', 'traits.vitally.custom.x7'],
		['renewal risk', 'traits.vitally.custom.x7'],
		['constructor', 'traits.constructor'],
		['traits', 'traits'],
		['toString', undefined],
		['Helth Score', undefined],
		['', undefined],
	])('%s means %s', (name, path) => {
		expect(matchField(name, fields)).toBe(path);
	});

	it('are errors when they mean more than one', () => {
		expect(() => matchField('region', fields)).toThrow(
			expect.objectContaining({
				message: "More than one field or trait is called 'region'",
				description: expect.stringContaining("'traits.billing.region' or 'traits.sales.region'"),
			}),
		);
	});

	it.each([
		['Helth Score', "No account has a field or trait 'Helth Score'. Did you mean 'healthScore'?"],
		['traits.plam', "No account has a field or trait 'traits.plam'. Did you mean 'traits.plan'?"],
		['quarter', "No account has a field or trait 'quarter'."],
	])('%s is no name', (name, message) => {
		expect(unknownFieldError(name, fields, 'account').message).toBe(message);
	});
});
