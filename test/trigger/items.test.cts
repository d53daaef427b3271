import type { Output } from '../../nodes/Vitally/operations/output/outputFields';
import type { Client } from '../../nodes/Vitally/transport/client';
import { createItems } from '../../nodes/Vitally/trigger/eventItems';
import type { FeedEvent } from '../../nodes/Vitally/trigger/scan/types';
import { pick } from '../fixtures/pick.cts';
import { clientOf as clientOfService } from '../transport/virtualClock.cts';
import { configOf } from './scan/poll.cts';

/** Vitally's own hosts are not reachable in a test, so the client of a link reads nothing. */
const clientOf = (appUrl?: string) => ({ appUrl }) as Client;

describe('createItems', () => {
	/** The key role of a CSM. */
	const roleOf = (vitallyUser: object) => [{ keyRole: { label: 'CSM' }, vitallyUser }];
	const keyRoles = roleOf({ id: 'v 1', name: 'Jo' });
	const account = { id: 'a 1', name: 'Harbor Tools', csmId: null, traits: {}, segments: [] };

	const itemOf = async (
		triggerOn: string,
		record: Record<string, unknown>,
		mode: 'raw' | 'simplified' = 'simplified',
		client = clientOf('https://acme.vitally.io'),
	) => {
		const config = configOf({ triggerOn });
		const parameters = { output: { mode }, includesRelated: false, isTest: false };
		const [{ json }] = await createItems([{ record }], config, parameters, client);

		return json;
	};

	describe.each(['account', 'organization'])('a simplified item of an %s', (kind) => {
		const item = async () => await itemOf(`${kind}Updated`, { ...account, keyRoles });

		it('has a link to it', async () => {
			expect({ url: (await item()).url }).toEqual({
				url: `https://acme.vitally.io/${kind}s/a%201`,
			});
		});

		it('has the name of its CSM in place of the ID', async () => {
			expect(pick([await item()], 'csmId', 'csmName', 'csmEmail')).toEqual([
				{ csmName: 'Jo', csmEmail: null },
			]);
		});
	});

	it('has raw with Include Related the ID of a CSM whom only a key role shows', async () => {
		const settings = { output: { mode: 'raw' }, includesRelated: true, isTest: false } as const;
		const events = [{ record: { ...account, keyRoles } }];
		const config = configOf({ triggerOn: 'accountUpdated' });
		const [{ json }] = await createItems(events, config, settings, clientOf());

		expect(pick([json], 'csmId', 'csmName')).toEqual([{ csmId: 'v 1', csmName: 'Jo' }]);
	});

	it('shows null in a simplified item for a field that its record lacks', async () => {
		const item = await itemOf('accountUpdated', { id: 'a 1', name: 'Harbor Tools' });

		expect(pick([item], 'healthScore', 'mrr')).toEqual([{ healthScore: null, mrr: null }]);
	});

	it('returns the record as it came, raw', async () => {
		expect(await itemOf('accountUpdated', account, 'raw')).toEqual(account);
	});

	/** The columns of an item in their order. */
	const columnsOf = async (
		mode: 'raw' | 'simplified',
		{ triggerOn = 'accountUpdated', watch = [] as string[], ...event }: ColumnsCase['event'],
	) => {
		const config = { ...configOf({ triggerOn }), watch };
		const settings = { output: { mode }, includesRelated: false, isTest: false };
		const [{ json }] = await createItems([event], config, settings, clientOf());

		return Object.keys(json);
	};

	it.each([
		{ mode: 'simplified', name: 'Harbor Tools' },
		{ mode: 'simplified', name: '' },
		{ mode: 'simplified', name: null },
		{ mode: 'raw', name: 'Harbor Tools' },
		{ mode: 'raw', name: '' },
		{ mode: 'raw', name: null },
	] as const)(
		'begins a $mode item with the name of its record: "$name"',
		async ({ mode, name }) => {
			const [firstColumn] = await columnsOf(mode, { record: { ...account, name } });

			expect({ firstColumn }).toEqual({ firstColumn: 'name' });
		},
	);

	it('adds no name to a raw item whose record has none', async () => {
		expect(await columnsOf('raw', { record: { id: 'a 1' } })).toEqual(['id']);
	});

	interface ColumnsCase {
		name: string;
		event: FeedEvent & { triggerOn?: string; watch?: string[] };
		columns: string[];
	}

	const named = { id: 'a 1', name: 'Harbor Tools' };

	it.each<ColumnsCase>([
		{
			name: 'changed fields',
			event: {
				record: named,
				watch: ['mrr'],
				changedKeys: ['mrr'],
				previous: { mrr: 1 },
				previousUnknown: true,
			},
			columns: [
				'name',
				'changes',
				'id',
				'changedFields',
				'previousValues',
				'currentValues',
				'previousUnknown',
			],
		},
		{
			name: 'segments',
			event: {
				record: named,
				segmentsAdded: ['Gold'],
				segmentsRemoved: [],
				previousUnknown: true,
			},
			columns: ['name', 'segmentsAdded', 'segmentsRemoved', 'id', 'previousUnknown'],
		},
		{
			name: 'a reply',
			event: {
				record: { id: 'c1', subject: 'Help' },
				reply: { from: 'Robin', message: 'Hi', sentAt: '2026-01-02T00:00:00.000Z' },
			},
			columns: ['from', 'message', 'sentAt', 'id', 'subject'],
		},
	])(
		'puts what a person reads of $name behind the name, and what expressions need at the end',
		async ({ event, columns }) => {
			expect(await columnsOf('raw', event)).toEqual(columns);
		},
	);

	describe('changes', () => {
		const segment = (name: string) => ({ id: `id of ${name}`, name });

		interface DescribedEvent {
			name: string;
			watch: string[];
			record: Record<string, unknown>;
			event: Pick<FeedEvent, 'changedKeys' | 'previous' | 'previousUnknown'>;
			isTest?: boolean;
			changes: string;
		}

		it.each<DescribedEvent>([
			{
				name: 'a score',
				watch: ['healthScore', 'name'],
				record: { healthScore: 3.2 },
				event: { changedKeys: ['healthScore'], previous: { healthScore: 5.9 } },
				changes: 'Health Score: 5.9 → 3.2',
			},
			{
				name: 'several fields, and values that are set and cleared',
				watch: ['healthScore', 'traits.plan'],
				record: { healthScore: null, traits: { plan: 'Growth' } },
				event: {
					changedKeys: ['healthScore', 'traits.plan'],
					previous: { healthScore: 5, 'traits.plan': null },
				},
				changes: 'Health Score: 5 → –; Plan: – → Growth',
			},
			{
				name: 'a score that was 0',
				watch: ['healthScore'],
				record: { healthScore: 5 },
				event: { changedKeys: ['healthScore'], previous: { healthScore: 0 } },
				changes: 'Health Score: 0 → 5',
			},
			{
				name: 'a CSM by the names in the key roles',
				watch: ['csmId'],
				record: {
					keyRoles: [
						...keyRoles,
						{ keyRole: { label: 'Sponsor' }, vitallyUser: { id: 'v 2', name: 'Kim' } },
					],
				},
				event: { changedKeys: ['csmId'], previous: { csmId: 'v 2' } },
				changes: 'CSM: Kim → Jo',
			},
			{
				name: 'a CSM that is the first one',
				watch: ['csmId'],
				record: { keyRoles },
				event: { changedKeys: ['csmId'], previous: { csmId: null } },
				changes: 'CSM: – → Jo',
			},
			{
				name: 'a value that was false',
				watch: ['traits.isPilot'],
				record: { traits: { isPilot: true } },
				event: { changedKeys: ['traits.isPilot'], previous: { 'traits.isPilot': false } },
				changes: 'Is Pilot: false → true',
			},
			{
				name: 'segments by name',
				watch: ['segments'],
				record: { segments: [segment('Trial'), segment('Gold')] },
				event: { changedKeys: ['segments'], previous: { segments: [segment('Trial')] } },
				changes: 'Segments: Trial → Trial, Gold',
			},
			{
				name: 'objects without a name as they are',
				watch: ['roles'],
				record: { roles: [{ label: 'CSM' }] },
				event: { changedKeys: ['roles'], previous: { roles: [] } },
				changes: 'Roles: – → {"label":"CSM"}',
			},
			{
				name: 'an unknown value before',
				watch: ['healthScore', 'name'],
				record: { healthScore: 3 },
				event: { changedKeys: ['healthScore'], previous: {}, previousUnknown: true },
				changes: 'Health Score: unknown → 3',
			},
			{
				name: 'all that is watched of a record that was not read before',
				watch: ['healthScore', 'mrr'],
				record: { healthScore: 3, mrr: 100 },
				event: { changedKeys: [], previous: {}, previousUnknown: true },
				changes: 'Health Score: unknown → 3; MRR: unknown → 100',
			},
			{
				name: 'what is watched in a test event, which has no values before',
				watch: ['healthScore'],
				record: { healthScore: 3 },
				event: { changedKeys: [], previousUnknown: true },
				isTest: true,
				changes: 'Health Score: unknown → 3',
			},
		])(
			'say $name, in the second column',
			async ({ watch, record, event, isTest = false, changes }) => {
				const config = { ...configOf({ triggerOn: 'accountUpdated' }), watch };
				const settings = {
					output: { mode: 'simplified' },
					includesRelated: false,
					isTest,
				} as const;
				const events = [{ record: { ...account, ...record }, ...event }];
				const [{ json }] = await createItems(events, config, settings, clientOf());

				expect({ columns: Object.keys(json).slice(0, 2), changes: json.changes }).toEqual({
					columns: ['name', 'changes'],
					changes,
				});
			},
		);
	});

	it('adds no link to a record without a page', async () => {
		const task = await itemOf('taskCompleted', { id: 't1', account });

		expect(pick([task], 'id', 'accountName', 'url')).toEqual([
			{ id: 't1', accountName: 'Harbor Tools' },
		]);
	});

	it('adds no link where the address is not known', async () => {
		const item = await itemOf('accountUpdated', account, 'simplified', clientOf());

		expect(pick([item], 'id', 'url')).toEqual([{ id: 'a 1' }]);
	});

	const organization = { id: 'o 1', name: 'Harbor Group', keyRoles };
	/** The account as records contain it. */
	const whole = { ...account, keyRoles };
	const user = { id: 'u 1', name: 'Robin', email: 'robin@example.com', accounts: [whole] };
	const csm = { csmName: 'Jo', csmEmail: null };
	const ofAccount = { accountName: 'Harbor Tools', ...csm };
	const ofOrganization = { organizationName: 'Harbor Group', ...csm };
	const ofUser = { userName: 'Robin', userEmail: 'robin@example.com', ...ofAccount };

	interface RelatedCase {
		name: string;
		record: Record<string, unknown>;
		/** The names and addresses of what is related. */
		added: Record<string, unknown>;
		/** What is read for two such records. */
		read: string[];
	}

	const RELATED: RelatedCase[] = [
		{
			name: 'an account ID',
			record: { accountId: 'a 1' },
			added: ofAccount,
			read: ['accounts/a%201'],
		},
		{
			name: 'a customer ID',
			record: { customerId: 'a 1' },
			added: ofAccount,
			read: ['accounts/a%201'],
		},
		{ name: 'an empty account ID', record: { accountId: '' }, added: {}, read: [] },
		{ name: 'an account ID that is a path', record: { accountId: '..' }, added: {}, read: [] },
		{
			name: 'an account ID for which Vitally returns another account',
			record: { accountId: 'another one' },
			added: {},
			read: ['accounts/another%20one'],
		},
		{
			name: 'an organization ID',
			record: { organizationId: 'o 1' },
			added: ofOrganization,
			read: ['organizations/o%201'],
		},
		{ name: 'its account in it', record: { account: whole }, added: ofAccount, read: [] },
		{ name: 'its customer in it', record: { customer: whole }, added: ofAccount, read: [] },
		{ name: 'its only account in it', record: { accounts: [whole] }, added: ofAccount, read: [] },
		{
			name: 'its account in it beside a list with another one',
			record: { account: whole, accounts: [{ id: 'a 2', name: 'Beta' }] },
			added: ofAccount,
			read: [],
		},
		{
			name: 'its account in it beside another customer',
			record: { account: whole, customer: { id: 'a 2', name: 'Beta' } },
			added: ofAccount,
			read: [],
		},
		{
			name: 'its account in it and the ID of that',
			record: { account: whole, accountId: 'a 1' },
			added: ofAccount,
			read: [],
		},
		{
			name: 'its account and its organization in it',
			record: { account: whole, organization },
			added: ofAccount,
			read: [],
		},
		{
			name: 'its organization in it beside a list with another one',
			record: { organization, organizations: [{ id: 'o 2', name: 'Other Group' }] },
			added: ofOrganization,
			read: [],
		},
		{
			name: 'two accounts in it, of which neither is its own',
			record: { accounts: [whole, { id: 'a 2' }] },
			added: {},
			read: [],
		},
		{ name: 'its organization in it', record: { organization }, added: ofOrganization, read: [] },
		{
			name: 'its only organization in it',
			record: { organizations: [organization] },
			added: ofOrganization,
			read: [],
		},
		{
			name: 'two organizations in it, of which neither is its own',
			record: { organizations: [organization, { id: 'o 2' }] },
			added: {},
			read: [],
		},
		{
			name: 'an account ID and an organization ID',
			record: { accountId: 'a 1', organizationId: 'o 1' },
			added: ofAccount,
			read: ['accounts/a%201'],
		},
		{ name: 'a user ID', record: { userId: 'u 1' }, added: ofUser, read: ['users/u%201'] },
		{
			name: 'a user ID as responses to surveys spell it',
			record: { userID: 'u 1' },
			added: ofUser,
			read: ['users/u%201'],
		},
		{ name: 'its user in it', record: { user }, added: ofUser, read: [] },
		{
			name: 'a user in it without an account or an address',
			record: { user: { id: 'u 2', name: 'Kim' } },
			added: { userName: 'Kim', userEmail: null },
			read: [],
		},
		{
			name: 'a user in it who has an address and no name',
			record: { user: { id: 'u 4', email: 'kim@example.com' } },
			added: { userName: null, userEmail: 'kim@example.com' },
			read: [],
		},
		{
			name: 'an account in it that has no name and no CSM',
			record: { account: { id: 'a 2', externalId: 'two', keyRoles: [] } },
			added: { accountName: null, csmName: null, csmEmail: null },
			read: [],
		},
		{
			name: 'an organization in it that has no name and no CSM',
			record: { organization: { id: 'o 2', externalId: 'two', keyRoles: [] } },
			added: { organizationName: null, csmName: null, csmEmail: null },
			read: [],
		},
		{
			name: 'an account in it whose CSM has an address and no name',
			record: { account: { ...account, keyRoles: roleOf({ id: 'v 1', email: 'jo@example.com' }) } },
			added: { accountName: 'Harbor Tools', csmName: null, csmEmail: 'jo@example.com' },
			read: [],
		},
		{
			name: 'an account in it whose CSM has a name and an address',
			record: {
				account: {
					...account,
					keyRoles: roleOf({ id: 'v 1', name: 'Jo', email: 'jo@example.com' }),
				},
			},
			added: { accountName: 'Harbor Tools', csmName: 'Jo', csmEmail: 'jo@example.com' },
			read: [],
		},
		{
			name: 'a user in it whose organization is shown',
			record: { user: { id: 'u 3', organizations: [organization] } },
			added: { userName: null, userEmail: null, ...ofOrganization },
			read: [],
		},
	];

	/** The items of two such records, and what is read for them. */
	const itemsOfTwo = async (
		record: RelatedCase['record'],
		settings: { includesRelated: boolean; output?: Output },
	) => {
		const read: string[] = [];
		const records = {
			// Accounts show their External ID, which is how another account is recognized.
			accounts: { ...account, externalId: null, keyRoles },
			organizations: organization,
			users: user,
		};
		const client = clientOfService(async ({ url }) => {
			read.push(url.replace('/resources/', ''));
			const [, , kind] = url.split('/');

			return { statusCode: 200, headers: {}, body: records[kind as keyof typeof records] };
		});
		const events = ['t1', 't2'].map((id) => ({ record: { id, ...record } }));
		const raw = { output: { mode: 'raw' }, isTest: false } as const;
		const config = configOf({ triggerOn: 'taskCompleted' });
		const items = await createItems(events, config, { ...raw, ...settings }, client);

		return { items: items.map(({ json }) => json), read };
	};

	/** The names and addresses in an item. */
	const namesIn = (item: object) =>
		Object.fromEntries(Object.entries(item).filter(([name]) => /(Name|Email)$/.test(name)));

	it.each(RELATED)(
		'adds with Include Related to a record with $name: $added',
		async ({ record, added }) => {
			const { items } = await itemsOfTwo(record, { includesRelated: true });

			expect({ first: namesIn(items[0]), second: namesIn(items[1]) }).toEqual({
				first: added,
				second: added,
			});
		},
	);

	it.each(RELATED)(
		'reads once with Include Related what belongs to two records with $name: $read',
		async ({ record, read: expected }) => {
			const { read } = await itemsOfTwo(record, { includesRelated: true });

			expect({ read }).toEqual({ read: expected });
		},
	);

	const OUTPUTS: Array<{ name: string; output: Output }> = [
		{ name: 'a raw item', output: { mode: 'raw' } },
		{ name: 'a simplified item', output: { mode: 'simplified' } },
		{ name: 'the selected field id', output: { mode: 'selected', fields: ['id'] } },
		{ name: 'the selected field csmId', output: { mode: 'selected', fields: ['csmId'] } },
	];

	describe.each(OUTPUTS)('$name of a record with an account ID', ({ output }) => {
		const record = { accountId: 'a 1' };

		it('takes no request without Include Related', async () => {
			const { read } = await itemsOfTwo(record, { includesRelated: false, output });

			expect({ read }).toEqual({ read: [] });
		});

		it('takes a request for the account with Include Related', async () => {
			const { read } = await itemsOfTwo(record, { includesRelated: true, output });

			expect({ read }).toEqual({ read: ['accounts/a%201'] });
		});

		it('has the names of the account and of its CSM with Include Related', async () => {
			const { items } = await itemsOfTwo(record, { includesRelated: true, output });

			expect(pick(items, ...Object.keys(ofAccount))).toEqual([ofAccount, ofAccount]);
		});
	});

	it.each([
		{ ...OUTPUTS[0], added: {} },
		{ ...OUTPUTS[1], added: ofAccount },
		{ ...OUTPUTS[2], added: {} },
		{ ...OUTPUTS[3], added: ofAccount },
	])(
		'adds without Include Related to $name of a record with its account in it: $added',
		async ({ output, added }) => {
			const { items, read } = await itemsOfTwo(
				{ account: whole },
				{ includesRelated: false, output },
			);

			const names = pick(items, ...Object.keys(ofAccount));

			expect({ names, read }).toEqual({ names: [added, added], read: [] });
		},
	);

	it.each(RELATED)(
		'reads nothing without Include Related for a record with $name',
		async ({ record }) => {
			const { read } = await itemsOfTwo(record, { includesRelated: false });

			expect({ read }).toEqual({ read: [] });
		},
	);

	it('keeps apart what is related to two records, also where account and organization have one ID', async () => {
		const client = clientOfService(async ({ url }) => {
			const [, , kind, id] = url.split('/');
			const body = { id, externalId: null, name: `${kind} ${id}` };

			return { statusCode: 200, headers: {}, body };
		});
		const config = configOf({ triggerOn: 'taskCompleted' });
		const settings = { output: { mode: 'raw' }, includesRelated: true, isTest: false } as const;
		const events = [
			{ record: { id: 't1', accountId: 'x1' } },
			{ record: { id: 't2', organizationId: 'x1' } },
			{ record: { id: 't3', accountId: 'x2' } },
		];
		const items = await createItems(events, config, settings, client);

		expect(
			items.map(({ json }) => ({ id: json.id, name: json.accountName ?? json.organizationName })),
		).toEqual([
			{ id: 't1', name: 'accounts x1' },
			{ id: 't2', name: 'organizations x1' },
			{ id: 't3', name: 'accounts x2' },
		]);
	});

	it.each([
		{ maxWaitMs: 300_000, wait: '6' },
		{ maxWaitMs: 0, wait: '1' },
	])(
		'leaves out what is related with a Max Wait of $maxWaitMs ms where that is $wait s away',
		async ({ maxWaitMs, wait }) => {
			const headers = { 'retry-after': wait };
			let requests = 0;
			const request = async () =>
				++requests > 2
					? { statusCode: 200, headers: {}, body: account }
					: { statusCode: 429, headers, body: {} };
			const client = clientOfService(request, { rateLimitKey: `left ${wait}`, maxWaitMs });
			const settings = { output: { mode: 'raw' }, includesRelated: true, isTest: false } as const;
			const unnamed = { id: 't2', account: { ...account, csmId: 'v 1' } };
			const events = [{ record: { id: 't1', accountId: 'a 1' } }, { record: unnamed }];
			const config = configOf({ triggerOn: 'taskCompleted' });
			const items = await createItems(events, config, settings, client);

			const added = items.map(({ json }) => pick([json], 'id', 'accountName', 'csmName')[0]);

			expect(added).toEqual([
				{ id: 't1' },
				{ id: 't2', accountName: 'Harbor Tools', csmName: null },
			]);
		},
	);

	it('names all accounts of a user, and takes none of several for its own', async () => {
		const accounts = [account, { ...account, id: 'a 2', name: 'Beta' }];
		const item = await itemOf('userUpdated', { id: 'u1', name: 'Robin', accounts });

		expect(pick([item], 'accountName', 'accountId')).toEqual([
			{ accountName: 'Harbor Tools, Beta' },
		]);
	});

	it('adds the ID of the only account of a user', async () => {
		const item = await itemOf('userUpdated', { id: 'u1', name: 'Robin', accounts: [account] });

		expect(pick([item], 'accountName', 'accountId')).toEqual([
			{ accountName: 'Harbor Tools', accountId: 'a 1' },
		]);
	});
});
