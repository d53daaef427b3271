import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS, accountOf, traitRow, withAccounts } from '../../fixtures/accounts.cts';
import { byExternalId, byKey } from '../../fixtures/locators.cts';

const create = { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' };
const upsert = { ...create, operation: 'upsert' };
const update = { resource: 'account', operation: 'update', accountId: byExternalId('a1') };

const fields = {
	mrr: '1200.50',
	nextRenewalDate: '2027-03-31T23:30:00+02:00',
	trialEndDate: '2026-12-01',
	churnedAt: '2026-03-01T10:00:00+02:00',
};
const traits = {
	mrr: 1200.5,
	nextRenewalDate: '2027-03-31T00:00:00.000Z',
	trialEndDate: '2026-12-01T00:00:00.000Z',
	churnedAt: '2026-03-01T08:00:00.000Z',
};

describeOperation('account: the fields that are sent as traits', [
	{
		name: 'create sends them beside other traits',
		parameters: {
			...create,
			additionalFields: fields,
			traits: { trait: [traitRow('plan', 'string', 'gold')] },
		},
		sends: [
			{
				method: 'POST',
				path: ACCOUNTS,
				body: { externalId: 'a1', name: 'Acme', traits: { plan: 'gold', ...traits } },
			},
		],
		returns: [{ mrr: 1200.5, churnedAt: '2026-03-01T08:00:00.000Z' }],
	},
	{
		name: 'upsert sends them',
		given: withAccounts('a1'),
		parameters: { ...upsert, additionalFields: fields },
		sends: [{ method: 'PUT', path: `${ACCOUNTS}/a1`, body: { name: 'Acme', traits } }],
		returns: [{ created: false, mrr: 1200.5 }],
	},
	{
		name: 'update sends them alone, 0 too',
		given: withAccounts('a1'),
		parameters: { ...update, updateFields: { mrr: 0 } },
		sends: [{ method: 'PUT', path: `${ACCOUNTS}/a1`, body: { traits: { mrr: 0 } } }],
		then: (sandbox) => expect(accountOf(sandbox, 'a1')?.traits).toEqual({ mrr: 0 }),
	},
	...(
		[
			['ignore', undefined],
			['clear', { mrr: null, trialEndDate: null }],
		] as const
	).map(([emptyValues, sentTraits]) => ({
		name: `follows the rule for empty values: ${emptyValues}`,
		given: withAccounts('a1'),
		parameters: {
			...update,
			updateFields: { name: 'New', mrr: '', trialEndDate: '={{ null }}' },
			options: { emptyValues },
		},
		sends: [
			{
				method: 'PUT',
				path: `${ACCOUNTS}/a1`,
				body: { name: 'New', ...(sentTraits && { traits: sentTraits }) },
			},
		],
	})),
	{
		name: 'refuses what is no number, before anything is sent',
		parameters: { ...create, additionalFields: { mrr: 'much' } },
		throws: `The value "much" of 'MRR' is not a number`,
		sends: [],
	},
	{
		name: 'refuses what is no date, before anything is sent',
		parameters: { ...create, additionalFields: { trialEndDate: '2026-02-30' } },
		throws: `The value "2026-02-30" of 'Trial End Date' is not a date`,
		sends: [],
	},
	{
		name: 'refuses a trait of the same name with another value, before anything is sent',
		parameters: {
			...create,
			additionalFields: { mrr: 1200 },
			traits: { trait: [traitRow('mrr', 'number', 900)] },
		},
		throws: "The field 'MRR' and the trait 'mrr' contradict each other",
		sends: [],
	},
	{
		name: 'takes a trait of the same name with the same value',
		parameters: {
			...create,
			additionalFields: { mrr: 1200 },
			traitsMode: 'json',
			traitsJson: '{ "mrr": 1200 }',
		},
		sends: [
			{
				method: 'POST',
				path: ACCOUNTS,
				body: { externalId: 'a1', name: 'Acme', traits: { mrr: 1200 } },
			},
		],
	},
]);

describeOperation('account: the key of a trait', [
	{
		name: 'is taken from the list, as typed, and as the text that an expression gives',
		parameters: {
			...create,
			traits: {
				trait: [
					{ ...traitRow('', 'string', 'call'), key: byKey('vitally.custom.nextStep', 'list') },
					{ ...traitRow('', 'number', 3), key: byKey(' seats ') },
					{ ...traitRow('', 'string', 'b'), key: byKey('={{ $json.key }}') },
					traitRow('={{ $json.key }}2', 'string', 'c'),
				],
			},
		},
		items: [{ key: 'a.b' }],
		sends: [
			{
				method: 'POST',
				path: ACCOUNTS,
				body: {
					externalId: 'a1',
					name: 'Acme',
					traits: { 'vitally.custom.nextStep': 'call', seats: 3, 'a.b': 'b', 'a.b2': 'c' },
				},
			},
		],
	},
	{
		name: 'is asked for where it is empty',
		parameters: {
			...create,
			traits: { trait: [{ ...traitRow('', 'string', 'x'), key: byKey('') }] },
		},
		throws: "The trait in row 1 of 'Traits' has no key",
		sends: [],
	},
]);
