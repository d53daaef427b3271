import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { Traits } from '../../../sandbox/state/row.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS, accountOf, createAccount, traitRow } from '../../fixtures/accounts.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { organizationOf, ORGANIZATIONS, withTraits } from '../../fixtures/organizations.cts';

const fields = {
	mrr: '1200.50',
	nextRenewalDate: '2027-03-31T23:30:00+02:00',
	trialEndDate: '2026-12-01',
	churnedAt: '2026-03-01T10:00:00+02:00',
};
const sentTraits = {
	mrr: 1200.5,
	nextRenewalDate: '2027-03-31T00:00:00.000Z',
	trialEndDate: '2026-12-01T00:00:00.000Z',
	churnedAt: '2026-03-01T08:00:00.000Z',
};

const CUSTOMERS = [
	{
		resource: 'account',
		path: ACCOUNTS,
		externalId: 'a1',
		locator: { accountId: byExternalId('a1') },
		withTraits: (traits: Traits) => async (sandbox: Sandbox) =>
			await createAccount(sandbox, { externalId: 'a1', name: 'Acme', traits }),
		traitsIn: (sandbox: Sandbox) => accountOf(sandbox, 'a1')?.traits,
	},
	{
		resource: 'organization',
		path: ORGANIZATIONS,
		externalId: 'o1',
		locator: { organizationId: byExternalId('o1') },
		withTraits,
		traitsIn: (sandbox: Sandbox) => organizationOf(sandbox, 'o1')?.traits,
	},
];

for (const { resource, path, externalId, locator, ...customer } of CUSTOMERS) {
	const name = 'Acme';
	const create = { resource, operation: 'create', externalId, name };
	const update = { resource, operation: 'update', ...locator };
	const post = (traits: object) => [{ method: 'POST', path, body: { externalId, name, traits } }];
	const put = (body: object) => [{ method: 'PUT', path: `${path}/${externalId}`, body }];

	describeOperation(`${resource}: the fields that are sent as traits`, [
		{
			name: 'create sends them',
			parameters: { ...create, additionalFields: fields },
			sends: post(sentTraits),
			returns: [{ mrr: 1200.5, churnedAt: '2026-03-01T08:00:00.000Z' }],
		},
		{
			name: 'upsert sends them',
			given: customer.withTraits({ kept: 1 }),
			parameters: { ...create, operation: 'upsert', additionalFields: fields },
			sends: put({ name, traits: sentTraits }),
			returns: [{ created: false, mrr: 1200.5 }],
		},
		{
			name: 'update sends them alone, 0 too',
			given: customer.withTraits({}),
			parameters: { ...update, updateFields: { mrr: 0 } },
			sends: put({ traits: { mrr: 0 } }),
			then: (sandbox) => expect(customer.traitsIn(sandbox)).toEqual({ mrr: 0 }),
		},
		{
			name: 'update clears them when it is told to, beside one that is 0',
			given: customer.withTraits({ kept: 1, churnedAt: '2026-03-01T08:00:00.000Z' }),
			parameters: {
				...update,
				updateFields: { mrr: 0, churnedAt: '' },
				options: { emptyValues: 'clear' },
			},
			sends: put({ traits: { mrr: 0, churnedAt: null } }),
			then: (sandbox) => expect(customer.traitsIn(sandbox)).toEqual({ kept: 1, mrr: 0 }),
		},
		...(
			[
				['ignore', {}],
				['clear', { traits: { mrr: null, trialEndDate: null } }],
			] as const
		).map(([emptyValues, alsoSent]) => ({
			name: `follows the rule for empty values: ${emptyValues}`,
			given: customer.withTraits({}),
			parameters: {
				...update,
				updateFields: { name: 'New', mrr: '', trialEndDate: '={{ null }}' },
				options: { emptyValues },
			},
			sends: put({ name: 'New', ...alsoSent }),
		})),
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
			sends: post({ mrr: 1200 }),
		},
	]);
}
