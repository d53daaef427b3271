import type { Predicate } from '../../../nodes/Vitally/operations/filters/fieldFilter';
import { customerFilters } from '../../../nodes/Vitally/resources/customers/customerFilters';
import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { Customer } from '../../../sandbox/state/customers.cts';
import { describeOperation, type ShownError } from '../../engine/operationCases.cts';
import {
	notWholeNumberError,
	notAnOptionError,
	notDateError,
	nullLikeError,
} from '../../errors/valueErrors.cts';
import { ACCOUNTS } from '../../fixtures/accounts.cts';
import { addAllResources } from '../../fixtures/allResources.cts';
import { addCustomers, addTeammate } from '../../fixtures/customers.cts';
import { byEmail, byId } from '../../fixtures/locators.cts';
import { row } from '../../fixtures/records.cts';
import { GET, linesOfRequests, POST } from '../../fixtures/requests.cts';
import { defineTrait } from '../../fixtures/traitDefinitions.cts';

/** The calendar date in some days from now, such as `2026-03-31`. */
const dayIn = (timeZone: string, days: number) =>
	new Intl.DateTimeFormat('sv', { timeZone }).format(Date.now() + days * 86_400_000);

const LEAD = { id: 'admin-1', email: 'lead@team.example' };

/** What accounts and organizations have in common, by the last part of their Vitally IDs. */
const CUSTOMERS: Record<string, Partial<Customer>> = {
	atRisk: {
		healthScore: 3,
		lastSeenTimestamp: new Date(Date.now() - 40 * 86_400_000).toISOString(),
		csmId: LEAD.id,
		segments: [{ id: 'seg-1', name: 'Enterprise ' }],
		traits: {
			mrr: 100,
			nextRenewalDate: '2026-03-02T00:00:00.000Z',
			plan: 'Gold',
			seats: 12,
			isTrial: false,
			regions: ['EMEA', 'APAC'],
			goLive: '2026-02-10',
			signedAt: Date.UTC(2026, 1, 10),
			kickedOffAt: Date.UTC(2026, 1, 10, 23) / 1000,
		},
	},
	healthy: {
		healthScore: 8,
		lastSeenTimestamp: new Date().toISOString(),
		traits: { seats: '5', plan: '', regions: [], goLive: 'after 2026-02-10' },
	},
	/** Has each trait, with nothing in it; its score is at the bound. */
	empty: {
		healthScore: 5,
		lastSeenTimestamp: null,
		csmId: '',
		segments: [],
		traits: { nextRenewalDate: null, plan: null, seats: '', regions: null, goLive: null },
	},
	/** Has no trait, and nothing else. */
	bare: { healthScore: null, lastSeenTimestamp: null, csmId: null, traits: {} },
};

/** Adds the customers of `CUSTOMERS` as accounts and as organizations, and the CSM. */
function addFiltered(sandbox: Sandbox): void {
	addCustomers(sandbox);
	const { accounts, organizations } = sandbox.state;

	for (const table of [accounts, organizations] as unknown as Array<typeof accounts>) {
		const customers = [...table.all()];

		for (const customer of customers) table.remove(customer);

		for (const [index, [id, fields]] of Object.entries(CUSTOMERS).entries()) {
			table.insert({
				...customers[0],
				...row(id, index + 1),
				keyRoles: [],
				externalId: id,
				name: id,
				...fields,
			});
		}
	}

	addTeammate(sandbox, LEAD.id, 'Lead', LEAD.email);
}

const trait = (...condition: object[]) => ({ trait: { condition } });

/** Filters, and the customers that they leave in the order of the list. */
const FILTERS: Array<{ what: string; filters: object; finds: string[] }> = [
	{ what: 'a health below 5, not at 5', filters: { healthBelow: 5 }, finds: ['atRisk'] },
	{ what: 'a health below 3, where one is at 3', filters: { healthBelow: '3' }, finds: [] },
	{ what: 'a health above 5, not at 5', filters: { healthAbove: 5 }, finds: ['healthy'] },
	{
		what: 'a health between 3 and 9, not at 3',
		filters: { healthAbove: 3, healthBelow: 9 },
		finds: ['empty', 'healthy'],
	},
	{
		what: 'no visit for 30 days, or none at all',
		filters: { notSeenForDays: 30 },
		finds: ['bare', 'empty', 'atRisk'],
	},
	{
		what: 'no visit for 41 days, where the last one was 40 days ago',
		filters: { notSeenForDays: '41' },
		finds: ['bare', 'empty'],
	},
	{
		what: 'no visit for 0 days',
		filters: { notSeenForDays: 0 },
		finds: ['bare', 'empty', 'healthy', 'atRisk'],
	},
	{
		what: 'a renewal until its day',
		filters: { renewalUntil: '2026-03-02' },
		finds: ['atRisk'],
	},
	{
		what: 'a renewal until the day before it, at whatever time',
		filters: { renewalUntil: '2026-03-01T12:00:00' },
		finds: [],
	},
	{ what: 'a renewal from its day', filters: { renewalFrom: '2026-03-02' }, finds: ['atRisk'] },
	{
		what: 'a renewal from the day after it',
		filters: { renewalFrom: '2026-03-03' },
		finds: [],
	},
	{ what: 'the CSM', filters: { csm: byEmail(LEAD.email) }, finds: ['atRisk'] },
	{
		what: 'the name of a segment, in other letters',
		filters: { segment: 'enterprise ' },
		finds: ['atRisk'],
	},
	{ what: 'a part of the name of a segment', filters: { segment: 'enter' }, finds: [] },
	{ what: 'a part of the ID of a segment', filters: { segment: 'seg' }, finds: [] },
	{ what: 'the ID of a segment', filters: { segment: 'seg-1' }, finds: ['atRisk'] },
	{
		what: 'a text in a trait, in other letters',
		filters: trait({ key: 'plan', value: 'gold' }),
		finds: ['atRisk'],
	},
	{
		what: 'a text in a trait, with blanks around the text',
		filters: trait({ key: 'plan', value: ' Gold ' }),
		finds: ['atRisk'],
	},
	{
		what: 'a text in a trait, with blanks around the key of the trait',
		filters: trait({ key: ' plan ', value: 'Gold' }),
		finds: ['atRisk'],
	},
	{
		what: 'a text in a trait that is picked',
		filters: trait({ key: { mode: 'key', value: 'plan' }, is: 'equals', value: 'Gold' }),
		finds: ['atRisk'],
	},
	{
		what: 'a text in a trait that is named as the output names it',
		filters: trait({ key: 'traits.plan', value: 'Gold' }),
		finds: ['atRisk'],
	},
	{
		what: 'a number in a trait, as text',
		filters: trait({ key: 'seats', is: 'equals', value: '12' }),
		finds: ['atRisk'],
	},
	{
		what: 'a number in a trait, written with a decimal',
		filters: trait({ key: 'seats', is: 'equals', value: '12.0' }),
		finds: ['atRisk'],
	},
	{
		what: 'a day in a trait that Vitally returns with a time',
		filters: trait({ key: 'nextRenewalDate', is: 'equals', value: '2026-03-02' }),
		finds: ['atRisk'],
	},
	{
		what: 'false in a trait, as text',
		filters: trait({ key: 'isTrial', is: 'equals', value: 'false' }),
		finds: ['atRisk'],
	},
	{
		what: 'an entry of a trait with a list',
		filters: trait({ key: 'regions', is: 'equals', value: 'apac' }),
		finds: ['atRisk'],
	},
	{
		what: 'a trait above 5, not at 5',
		filters: trait({ key: 'seats', is: 'above', value: '5' }),
		finds: ['atRisk'],
	},
	{
		what: 'a trait below 12, not at 12',
		filters: trait({ key: 'seats', is: 'below', value: 12 }),
		finds: ['healthy'],
	},
	{
		what: 'a trait above -1, and no empty one',
		filters: trait({ key: 'seats', is: 'above', value: '-1' }),
		finds: ['healthy', 'atRisk'],
	},
	{
		what: 'a day in a trait, before the day after it',
		filters: trait({ key: 'goLive', is: 'below', value: '2026-02-11' }),
		finds: ['atRisk'],
	},
	{
		what: 'a day in a trait, before the same day',
		filters: trait({ key: 'goLive', is: 'below', value: '2026-02-10' }),
		finds: [],
	},
	{
		what: 'a day in a trait, after the day before it',
		filters: trait({ key: 'goLive', is: 'above', value: '2026-02-09' }),
		finds: ['atRisk'],
	},
	{
		what: 'a day in a trait, after the same day',
		filters: trait({ key: 'goLive', is: 'above', value: '2026-02-10' }),
		finds: [],
	},
	...['signedAt', 'kickedOffAt'].flatMap((key) => [
		{
			what: `a day that Vitally returns as the number of ${key}, after the day before it`,
			filters: trait({ key, is: 'above', value: '2026-02-09' }),
			finds: ['atRisk'],
		},
		{
			what: `a day that Vitally returns as the number of ${key}, before the day after it`,
			filters: trait({ key, is: 'below', value: '2026-02-11' }),
			finds: ['atRisk'],
		},
		{
			what: `a day that Vitally returns as the number of ${key}, after the same day`,
			filters: trait({ key, is: 'above', value: '2026-02-10' }),
			finds: [],
		},
	]),
	{
		what: 'a number in a trait that is no day, before a day',
		filters: trait({ key: 'seats', is: 'below', value: '2026-02-11' }),
		finds: [],
	},
	{
		what: 'a time in a trait, after the day before it',
		filters: trait({ key: 'nextRenewalDate', is: 'above', value: '2026-03-01' }),
		finds: ['atRisk'],
	},
	{
		what: 'a time in a trait, before the day after it',
		filters: trait({ key: 'nextRenewalDate', is: 'below', value: '2026-03-03' }),
		finds: ['atRisk'],
	},
	{
		what: 'a time in a trait, after the same day',
		filters: trait({ key: 'nextRenewalDate', is: 'above', value: '2026-03-02' }),
		finds: [],
	},
	{
		what: 'a condition of expressions',
		filters: trait({ key: '={{ "seats" }}', is: '={{ "ABOVE" }}', value: '={{ 5 }}' }),
		finds: ['atRisk'],
	},
	{
		what: 'two traits that are empty or not there',
		filters: trait({ key: 'plan', is: 'isEmpty' }, { key: 'regions', is: 'isEmpty' }),
		finds: ['bare', 'empty', 'healthy'],
	},
	{
		what: 'a trait with a value',
		filters: trait({ key: 'plan', is: 'isSet', value: '' }),
		finds: ['atRisk'],
	},
	{
		what: 'a trait with a value and another without one',
		filters: trait({ key: 'seats', is: 'isSet' }, { key: 'plan', is: 'isEmpty' }),
		finds: ['healthy'],
	},
];

/** A time that is in UTC on the day before. */
const inTokyo = (day: string) => `={{ new Date("${day}T05:00:00+09:00") }}`;

/** Filters by a day, and the customers that they leave in Tokyo; `atRisk` renews on 2 March, and goes live on 10 February. */
const FILTERS_IN_TOKYO: typeof FILTERS = [
	{
		what: 'a renewal from the day after it',
		filters: { renewalFrom: inTokyo('2026-03-03') },
		finds: [],
	},
	{
		what: 'a renewal until its day',
		filters: { renewalUntil: inTokyo('2026-03-02') },
		finds: ['atRisk'],
	},
	{
		what: 'a day in a trait, after the same day',
		filters: trait({ key: 'goLive', is: 'above', value: inTokyo('2026-02-10') }),
		finds: [],
	},
	{
		what: 'a day in a trait, before the day after it',
		filters: trait({ key: 'goLive', is: 'below', value: inTokyo('2026-02-11') }),
		finds: ['atRisk'],
	},
];

const COMPARISONS = 'above, below, isEmpty, equals, isSet';
const WHAT_A_CONDITION_NEEDS =
	"Choose the trait under 'Trait' and enter a 'Value', or remove the filter. To find records without the trait, choose 'Empty' under 'Is'.";

const REJECTED: Array<{ what: string; filters: object; throws: ShownError }> = [
	{
		what: 'a health score that is no number',
		filters: { healthBelow: 'low' },
		throws: {
			message: 'The value "low" of \'Health Below\' is not a number',
			description: 'Enter a number, or let the expression return one.',
		},
	},
	{
		what: 'a part of a day',
		filters: { notSeenForDays: 1.5 },
		throws: notWholeNumberError('Not Seen for Days', '1.5', '0 to 36500'),
	},
	{
		what: 'a number of days below 0',
		filters: { renewalWithinDays: -1 },
		throws: notWholeNumberError('Renewal Within Days', '-1', '0 to 36500'),
	},
	{
		what: 'an unknown comparison',
		filters: trait({ key: 'plan', is: 'like', value: 'g' }),
		throws: notAnOptionError('Is', '"like"', COMPARISONS),
	},
	{
		what: 'a comparison without a value',
		filters: trait({ key: 'plan', is: '={{ $json.is }}', value: 'g' }),
		throws: notAnOptionError('Is', 'null', COMPARISONS),
	},
	{
		what: 'a bound that is neither a number nor a day, by the key of its trait',
		filters: trait({ key: 'seats', is: 'above', value: 'many' }),
		throws: notDateError('Trait: seats', '"many"'),
	},
	{
		what: 'a word for nothing as the value of a trait',
		filters: trait({ key: 'plan', value: 'null' }),
		throws: nullLikeError('Trait', 'null'),
	},
	{
		what: 'a word for nothing as the key of a trait',
		filters: trait({ key: 'undefined', value: 'gold' }),
		throws: nullLikeError('Trait', 'undefined'),
	},
	{
		what: 'a word for nothing as the key of a trait that is to be empty',
		filters: trait({ key: 'undefined', is: 'isEmpty' }),
		throws: nullLikeError('Trait', 'undefined'),
	},
	{
		what: 'no condition',
		filters: trait(),
		throws: {
			message: "There is no condition in 'Trait'",
			description: WHAT_A_CONDITION_NEEDS,
		},
	},
	...[
		{ what: 'without its field', value: {} },
		{ what: 'that is empty', value: { value: '' } },
		{ what: 'of an expression that returns nothing', value: { value: '={{ null }}' } },
	].map(({ what, value }) => ({
		what: `a second condition with a value ${what}`,
		filters: trait({ key: 'a', value: 'b' }, { key: 'plan', ...value }),
		throws: {
			message: "A condition in 'Trait' has no value",
			description: WHAT_A_CONDITION_NEEDS,
		},
	})),
	...['', 5].map((key) => ({
		what: `a condition with the key ${JSON.stringify(key)}`,
		filters: trait({ key, value: 'gold' }),
		throws: {
			message: "A condition in 'Trait' has no key",
			description: WHAT_A_CONDITION_NEEDS,
		},
	})),
];

const ALL = ['bare', 'empty', 'healthy', 'atRisk'];

/** Values in forms that the trigger reads too. */
const OTHER_FORMS = [
	{
		what: 'a health score as text',
		fields: { healthScore: '4.5' },
		filters: { healthBelow: 5 },
		ids: ALL,
	},
	{
		what: 'a renewal without a time',
		fields: { nextRenewalDate: '2026-03-02' },
		filters: { renewalUntil: '2026-03-02' },
		ids: ALL,
	},
	{
		what: 'a name in an object',
		fields: { name: { name: 'Acme' } },
		filters: { nameContains: 'acme' },
		ids: ALL,
	},
	{
		what: 'the day of a visit without a time',
		fields: { lastSeenTimestamp: '2000-01-01' },
		filters: { notSeenForDays: 30 },
		ids: ALL,
	},
];

/** Values in forms of which a filter cannot tell whether the record is wanted. */
const UNREADABLE = [
	{
		filter: 'Health Below',
		filters: { healthBelow: 5 },
		fields: { healthScore: { value: 3 } },
		shown: '{"value":3}',
	},
	{
		filter: 'Renewal Until',
		filters: { renewalUntil: '2100-01-01' },
		fields: { nextRenewalDate: 1772409600000 },
		shown: '1772409600000',
	},
	{
		filter: 'Not Seen for Days',
		filters: { notSeenForDays: 30 },
		fields: { lastSeenTimestamp: 1772409600000 },
		shown: '1772409600000',
	},
	{
		filter: 'Segment',
		filters: { segment: 'seg-1' },
		fields: { segments: ['seg-1'] },
		shown: '["seg-1"]',
	},
	{
		filter: 'Trait',
		filters: trait({ key: 'plan', value: 'gold' }),
		fields: { traits: [] },
		shown: '[]',
	},
	{ filter: 'Name Contains', filters: { nameContains: '5' }, fields: { name: 5 }, shown: '5' },
	{
		filter: 'CSM',
		filters: { csm: byEmail(LEAD.email) },
		fields: { csmId: { id: LEAD.id } },
		shown: '{"id":"admin-1"}',
	},
	{
		filter: 'Created After',
		filters: { createdAfter: '2026-01-01' },
		fields: { createdAt: 1772409600000 },
		shown: '1772409600000',
	},
];

const filtered = (filters: object) => ({ returnAll: true, filters });

/** Accounts by their Vitally IDs: what each has as the trait `plan`. */
const PLANS: Record<string, object> = {
	'without the trait': {},
	'with null': { plan: null },
	'with an empty text': { plan: '' },
	'with blanks': { plan: ' ' },
	'with an empty list': { plan: [] },
	'with a text': { plan: 'gold' },
	'with a list': { plan: ['gold'] },
	'with 0': { plan: 0 },
	'with false': { plan: false },
};

describeOperation(
	'account: getAll',
	Object.entries(PLANS).flatMap(([id, traits], index) => {
		const isEmpty = index < 5;

		return [
			{ is: 'isEmpty', finds: isEmpty ? [id] : [] },
			{ is: 'isSet', finds: isEmpty ? [] : [id] },
		].map(({ is, finds }) => ({
			name: `${finds.length > 0 ? 'finds' : 'leaves out'} an account ${id} by the condition ${is}`,
			given: (sandbox: Sandbox) => {
				addCustomers(sandbox);
				const { accounts } = sandbox.state;
				const [first, ...others] = accounts.all();

				for (const account of [first, ...others]) accounts.remove(account);

				accounts.insert({ ...first, id, externalId: id, traits } as typeof first);
			},
			parameters: { returnAll: true, output: 'raw', filters: trait({ key: 'plan', is }) },
			returns: finds.map((found) => ({ id: found })),
		}));
	}),
);

describeOperation(
	'the next renewal of a customer',
	['account', 'organization'].flatMap((resource) =>
		['get', 'getAll'].flatMap((operation) =>
			[{ output: 'simplified' }, { output: 'selected', fields: ['nextRenewalDate'] }].map(
				(output) => ({
					name: `comes as its day: ${resource} ${operation}, ${output.output}`,
					given: addFiltered,
					parameters: {
						resource,
						operation,
						returnAll: true,
						filters: { healthBelow: 5 },
						[`${resource}Id`]: byId('atRisk'),
						...output,
					},
					returns: [{ id: 'atRisk', nextRenewalDate: '2026-03-02' }],
				}),
			),
		),
	),
);

describeOperation('account: getAll, filtered here', [
	...FILTERS.map(({ what, filters, finds }) => ({
		name: `returns those with ${what}`,
		given: addFiltered,
		parameters: filtered(filters),
		returns: finds.map((id) => ({ id })),
	})),
	...FILTERS_IN_TOKYO.map(({ what, filters, finds }) => ({
		name: `reads a day as that in Tokyo, the zone of the workflow: ${what}`,
		timeZone: 'Asia/Tokyo',
		given: addFiltered,
		parameters: filtered(filters),
		returns: finds.map((id) => ({ id })),
	})),
	{
		name: 'returns none where no record of the list has the value that the filter reads',
		given: (sandbox) => {
			addFiltered(sandbox);
			const { accounts } = sandbox.state;

			for (const account of accounts.all()) accounts.change(account, { healthScore: null });
		},
		parameters: filtered({ healthBelow: 5 }),
		returns: [],
	},
	...['organization', 'user'].map((resource) => ({
		name: `counts what was never seen as not seen: ${resource}`,
		given: addAllResources,
		parameters: { resource, output: 'raw', ...filtered({ notSeenForDays: 30 }) },
		returns: [{ lastSeenTimestamp: null }, { lastSeenTimestamp: null }],
	})),
	{
		name: 'finds the CSM whom only a key role shows',
		given: (sandbox) => {
			addFiltered(sandbox);
			const { accounts, admins } = sandbox.state;
			const vitallyUser = admins.get(LEAD.id);
			const [, account] = accounts.all();
			const [atRisk] = accounts.all();
			if (!vitallyUser) throw new Error('The sandbox has no teammate');

			const role = { ...row('role'), assignedAt: row('role').createdAt };
			const keyRole = { ...row('role'), label: 'CSM' };

			accounts.change(atRisk, { csmId: null });
			accounts.change(account, { csmId: null, keyRoles: [{ ...role, vitallyUser, keyRole }] });
		},
		parameters: filtered({ csm: byEmail(LEAD.email) }),
		returns: [{ id: 'healthy', csmName: 'Lead' }],
	},
	{ name: 'finds none in an empty list', parameters: filtered({ healthBelow: 5 }), returns: [] },
	...REJECTED.map(({ what, filters, throws }) => ({
		name: `rejects ${what}, before anything is sent`,
		parameters: filtered(filters),
		throws,
		sends: [],
	})),
	{
		name: 'rejects the label of a trait in place of its key, which no record has',
		given: (sandbox) => {
			addFiltered(sandbox);
			defineTrait(sandbox, 'vitally.custom.goLive', { label: 'Go-live' });
		},
		parameters: filtered(trait({ key: { mode: 'key', value: 'Go-live' }, is: 'isEmpty' })),
		throws: {
			message: "'Go-live' is the label of the trait 'vitally.custom.goLive', not its key",
			description:
				"Use the key 'vitally.custom.goLive' in the filter 'Trait', or choose the trait from the list.",
		},
		sends: [GET('/resources/customFields', { model: 'accounts' })],
	},
	{
		name: 'reads no definitions for a trait from the list',
		given: addFiltered,
		parameters: filtered(trait({ key: { mode: 'list', value: 'goLive' }, is: 'isSet' })),
		then: (sandbox) =>
			expect(linesOfRequests(sandbox)).not.toContain('GET /resources/customFields'),
	},
	{
		name: 'returns renewals from today until the last of the days, both included',
		given: (sandbox) => {
			addCustomers(sandbox);
			const { accounts } = sandbox.state;
			const [account] = accounts.all();

			for (const days of [-1, 0, 7, 8]) {
				const nextRenewalDate = `${dayIn('UTC', days)}T00:00:00.000Z`;
				const id = `day${days}`;

				accounts.insert({ ...account, id, externalId: id, traits: { nextRenewalDate } });
			}
		},
		parameters: filtered({ renewalWithinDays: '7' }),
		returns: [{ id: 'day7' }, { id: 'day0' }],
	},
	{
		name: 'fills the limit with what fits, from whole pages',
		given: addFiltered,
		parameters: { limit: 1, filters: { healthBelow: 5 } },
		returns: [{ id: 'atRisk' }],
		then: ({ requests }) => expect({ limit: requests[0].query.limit }).toEqual({ limit: '100' }),
	},
	...OTHER_FORMS.map(({ what, fields, filters, ids }) => ({
		name: `reads ${what} as the trigger does`,
		given: (sandbox: Sandbox) => {
			addFiltered(sandbox);
			sandbox.faults.add({ kind: 'shown', as: (record) => ({ ...record, ...fields }) });
		},
		parameters: { output: 'raw', ...filtered(filters) },
		returns: ids.map((id) => ({ id })),
	})),
	...UNREADABLE.map(({ filter, filters, fields, shown }) => ({
		name: `fails by the filter '${filter}' where every record has ${shown} as ${Object.keys(fields)[0]}`,
		given: (sandbox: Sandbox) => {
			addFiltered(sandbox);
			sandbox.faults.add({
				kind: 'shown',
				on: { path: ACCOUNTS },
				as: (record) => ({ ...record, ...fields }),
			});
		},
		parameters: filtered(filters),
		throws: {
			message: `The filter '${filter}' cannot be applied, because Vitally's list does not show ${Object.keys(fields)[0]} in a form that can be read: ${shown}`,
			description: `Remove '${filter}' under 'Filters'.`,
		},
	})),
	{
		name: 'shows the first value that it cannot read, not that of a record without one',
		given: (sandbox) => {
			addFiltered(sandbox);
			sandbox.faults.add({
				kind: 'shown',
				on: { path: ACCOUNTS },
				as: (record) => ({ ...record, healthScore: record.id === 'bare' ? null : 'good' }),
			});
		},
		parameters: filtered({ healthBelow: 5 }),
		throws: {
			message:
				"The filter 'Health Below' cannot be applied, because Vitally's list does not show healthScore in a form that can be read: \"good\"",
			description: "Remove 'Health Below' under 'Filters'.",
		},
	},
	{
		name: 'leaves out a record whose value alone has another form',
		given: (sandbox) => {
			addFiltered(sandbox);
			sandbox.faults.add({
				kind: 'shown',
				as: (record) => (record.id === 'atRisk' ? record : { ...record, healthScore: 'good' }),
			});
		},
		parameters: filtered({ healthBelow: 5 }),
		returns: [{ id: 'atRisk' }],
	},
	{
		name: 'returns an error when the list does not show the field',
		given: (sandbox) =>
			sandbox.faults.add({
				kind: 'status',
				status: 200,
				body: { results: [{ id: 'x', name: 'One' }], next: null },
			}),
		parameters: filtered({ healthBelow: 5 }),
		throws: {
			message:
				"The filter 'Health Below' cannot be applied, because Vitally's list does not show healthScore",
			description: "Remove 'Health Below' under 'Filters'.",
		},
	},
]);

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
	'a renewal within 0 days is today in the zone of the workflow: %s',
	(timeZone) => {
		const filter = customerFilters.find(({ property }) => property.name === 'renewalWithinDays');
		const choice = { parameter: 'filters.renewalWithinDays', label: 'Renewal Within Days' };
		const isWanted = filter?.read({ timeZone, param: () => 0 }, choice) as Predicate;

		const resultOn = (days: number) => (isWanted(dayIn(timeZone, days)) ? 'included' : 'left out');
		const results = { yesterday: resultOn(-1), today: resultOn(0), tomorrow: resultOn(1) };

		expect(results).toEqual({ yesterday: 'left out', today: 'included', tomorrow: 'left out' });
	},
);

/** docs/internal/service.md, Account: values that are returned as fields, and accepted as traits. */
const SHARED_TRAITS = [
	{ label: 'MRR', name: 'mrr', type: 'number', entered: '1200.50', sent: 1200.5 },
	{
		label: 'Next Renewal Date',
		name: 'nextRenewalDate',
		type: 'day, whatever its time',
		entered: '2027-03-31T23:30:00+02:00',
		sent: '2027-03-31T00:00:00.000Z',
	},
	{
		label: 'Trial End Date',
		name: 'trialEndDate',
		type: 'day, whatever its time',
		entered: '2026-12-01T23:30:00+02:00',
		sent: '2026-12-01T00:00:00.000Z',
	},
	{
		label: 'Churned At',
		name: 'churnedAt',
		type: 'time in UTC',
		entered: '2026-03-01T10:00:00+02:00',
		sent: '2026-03-01T08:00:00.000Z',
	},
];

describe.each(['account', 'organization'])('%s: create', (resource) => {
	describeOperation(
		'a field that is sent as a trait',
		SHARED_TRAITS.map(({ label, name, type, entered, sent }) => ({
			name: `goes out as the trait of its name, a ${type}: ${label}`,
			parameters: {
				resource,
				operation: 'create',
				externalId: name,
				name: 'Acme',
				additionalFields: { [name]: entered },
			},
			sends: [
				POST(`/resources/${resource}s`, {
					externalId: name,
					name: 'Acme',
					traits: { [name]: sent },
				}),
			],
		})),
	);
});
