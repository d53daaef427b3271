import type { Predicate } from '../../../nodes/Vitally/operations/filters/fieldFilter';
import { customerFilters } from '../../../nodes/Vitally/resources/customers/customerFilters';
import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { Customer } from '../../../sandbox/state/customers.cts';
import type { Traits } from '../../../sandbox/state/row.cts';
import { describeOperation, errorText, type OperationCase } from '../../engine/operationCases.cts';
import { accountOf, ACCOUNTS, createAccount, traitRow } from '../../fixtures/accounts.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import { organizationOf, ORGANIZATIONS, withTraits } from '../../fixtures/organizations.cts';
import { row } from '../../fixtures/records.cts';

/** The calendar date in some days from now, such as `2026-03-31`. */
const dayIn = (timeZone: string, days: number) =>
	new Intl.DateTimeFormat('sv', { timeZone }).format(Date.now() + days * 86_400_000);

describe('getAll', () => {
	const LEAD = { id: 'admin-1', email: 'lead@team.example' };

	/** Numbers 1 and 2, as both kinds have them: 1 is at risk and has a CSM, 2 is healthy and has no CSM. */
	const first: Partial<Customer> = {
		healthScore: 3,
		csmId: LEAD.id,
		segments: [{ id: 'seg-1', name: 'Enterprise' }],
		traits: {
			mrr: 100,
			nextRenewalDate: '2026-03-02T00:00:00.000Z',
			plan: 'Gold',
			seats: 12,
			isTrial: false,
			regions: ['EMEA', 'APAC'],
			goLive: '2026-02-10',
		},
	};
	const second: Partial<Customer> = { healthScore: 8, traits: { seats: '5', plan: '' } };

	function addFiltered(sandbox: Sandbox): void {
		addCustomers(sandbox);
		const { accounts, organizations, admins } = sandbox.state;
		for (const table of [accounts, organizations]) {
			const [one, two] = [...table.all()] as never[];
			table.change(one, first as never);
			table.change(two, second as never);
		}
		admins.insert({ ...row(LEAD.id), name: 'Lead', email: LEAD.email, licenseStatus: 'active' });
	}

	const trait = (...condition: object[]) => ({ trait: { condition } });

	/** Filters, and the numbers of those that are left. */
	const ROWS: Array<[object, number[]]> = [
		[{ healthBelow: 5 }, [1]],
		[{ healthBelow: '3' }, []],
		[{ healthAbove: 5 }, [2]],
		[{ healthAbove: 8 }, []],
		[{ healthAbove: 2, healthBelow: 9 }, [1, 2]],
		[{ renewalUntil: '2026-03-02' }, [1]],
		[{ renewalUntil: '2026-03-01T12:00:00' }, []],
		[{ renewalFrom: '2026-03-02' }, [1]],
		[{ renewalFrom: '2026-03-03' }, []],
		[{ csm: byId(LEAD.id) }, [1]],
		[{ csm: byEmail(LEAD.email) }, [1]],
		[{ segment: 'enterprise ' }, [1]],
		[{ segment: 'seg-1' }, [1]],
		[{ segment: 'Startups' }, []],
		[trait({ key: 'plan', value: 'gold' }), [1]],
		[trait({ key: 'plan', value: 'None' }), []],
		[trait({ key: { mode: 'key', value: 'plan' }, is: 'equals', value: 'Gold' }), [1]],
		[trait({ key: 'seats', is: 'equals', value: '12' }), [1]],
		[trait({ key: 'isTrial', is: 'equals', value: 'false' }), [1]],
		[trait({ key: 'regions', is: 'equals', value: 'apac' }), [1]],
		[trait({ key: 'seats', is: 'above', value: '5' }), [1]],
		[trait({ key: 'seats', is: 'below', value: 12 }), [2]],
		[trait({ key: 'goLive', is: 'below', value: '2026-02-11' }), [1]],
		[trait({ key: 'goLive', is: 'above', value: '2026-02-10' }), []],
		[trait({ key: '={{ "seats" }}', is: '={{ "ABOVE" }}', value: '={{ 5 }}' }), [1]],
		[trait({ key: 'plan', is: 'isEmpty' }), [2]],
		[trait({ key: 'plan', is: 'isSet', value: '' }), [1]],
		[trait({ key: 'seats', is: 'isSet' }, { key: 'plan', is: 'isEmpty' }), [2]],
		[
			{
				csm: byId(''),
				healthAbove: '',
				healthBelow: null,
				renewalFrom: '',
				renewalUntil: '',
				renewalWithinDays: '',
				segment: ' ',
				...trait({ key: 'plan', is: '', value: '' }, { key: '', is: 'isSet' }),
			},
			[1, 2],
		],
	];

	const REJECTED: Array<[object, string]> = [
		[{ healthBelow: 'low' }, `The value "low" of 'Health Below' is not a number`],
		[{ renewalFrom: 'soon' }, `The value "soon" of 'Renewal From' is not a date`],
		[{ renewalWithinDays: -1 }, `The value -1 of 'Renewal Within Days' is not a whole number`],
		[trait({ key: 'plan', is: 'like', value: 'g' }), `The value "like" of 'Is' is unknown`],
		[trait({ key: 'seats', is: 'above', value: 'many' }), `"many" of 'Trait: seats' is not a date`],
		[trait({ key: 'plan', value: 'null' }), `The value "null" of 'Trait' is a word for nothing`],
		[{ segment: 'null' }, `The value "null" of 'Segment' is a word for nothing`],
		[trait({ key: '', value: 'gold' }), "A condition in 'Trait' has no key"],
	];

	describe.each([
		['account', 'acc'],
		['organization', 'org'],
	])('%s: getAll, filtered here', (resource, prefix) => {
		const getAll = (filters: object) => ({
			resource,
			operation: 'getAll',
			returnAll: true,
			filters,
		});
		const cases: OperationCase[] = [
			...ROWS.map(([filters, numbers]) => ({
				name: JSON.stringify(filters),
				given: addFiltered,
				parameters: getAll(filters),
				returns: [...numbers].reverse().map((number) => ({ id: `${prefix}-${number}` })),
			})),
			...REJECTED.map(([filters, throws]) => ({
				name: `rejects ${JSON.stringify(filters)} before anything is sent`,
				given: addFiltered,
				parameters: getAll(filters),
				throws,
				sends: [],
			})),
			{
				name: 'from today until the last of the days, both included',
				given: (sandbox: Sandbox) => {
					addCustomers(sandbox);
					const { accounts, organizations } = sandbox.state;
					for (const table of [accounts, organizations]) {
						const [one, two] = [...table.all()] as Customer[];
						for (const [index, days] of [-1, 0, 7, 8].entries()) {
							const nextRenewalDate = `${dayIn('UTC', days)}T00:00:00.000Z`;
							const renewed = { ...(index % 2 ? one : two), id: `day${days}` };
							table.insert({ ...renewed, traits: { nextRenewalDate } } as never);
						}
					}
				},
				parameters: getAll({ renewalWithinDays: '7' }),
				returns: [{ id: 'day7' }, { id: 'day0' }],
			},
			{
				name: 'fills the limit with what fits, from whole pages',
				given: addFiltered,
				parameters: { ...getAll({ healthBelow: 5 }), returnAll: false, limit: 1 },
				returns: [{ id: `${prefix}-1` }],
				then: ({ requests }) => expect(requests[0].query).toMatchObject({ limit: '100' }),
			},
			...(
				[
					['Health Below', 'healthScore', { healthBelow: 5 }],
					['Renewal Until', 'nextRenewalDate', { renewalUntil: '2026-03-03' }],
					['CSM', 'csmId', { csm: byId(LEAD.id) }],
					['Segment', 'segments', { segment: 'Enterprise' }],
					['Trait', 'traits', trait({ key: 'plan', is: 'isSet' })],
				] as const
			).map(([label, field, filters]) => ({
				name: `returns an error when the list does not show ${field}`,
				given: (sandbox: Sandbox) =>
					sandbox.faults.add({
						kind: 'status',
						status: 200,
						body: { results: [{ id: 'x', name: 'One' }], next: null },
					}),
				parameters: getAll(filters),
				throws: errorText(
					`The filter '${label}' cannot be applied, because Vitally's list does not show ${field} [item 0]`,
					`Remove '${label}' under 'Filters'.`,
				),
			})),
		];
		describeOperation('filters', cases);
	});
});

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
	'a renewal within 0 days is today in the zone of the workflow: %s',
	(timeZone) => {
		const filter = customerFilters.find(({ property }) => property.name === 'renewalWithinDays');
		const choice = { parameter: 'filters.renewalWithinDays', label: 'Renewal Within Days' };
		const isWanted = filter?.read({ timeZone, param: () => 0 }, choice) as Predicate;
		expect([-1, 0, 1].map((days) => isWanted(dayIn(timeZone, days)))).toEqual([false, true, false]);
	},
);

describe('customerTraits', () => {
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
				name: 'update clears them when an option is set, beside one that is 0',
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
				name: 'rejects a trait of the same name with another value, before anything is sent',
				parameters: {
					...create,
					additionalFields: { mrr: 1200 },
					traits: { trait: [traitRow('mrr', 'number', 900)] },
				},
				throws: "The trait 'mrr' is given more than once",
				sends: [],
			},
			{
				name: 'accepts a trait of the same name with the same value',
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
});
