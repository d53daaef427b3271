import type { Client } from '../../nodes/Vitally/transport/client';
import { createItems } from '../../nodes/Vitally/trigger/eventItems';
import type { FeedEvent } from '../../nodes/Vitally/trigger/scan/types';
import { clientOf as clientOfService } from '../transport/virtualClock.cts';
import { configOf } from './scan/poll.cts';

/** Vitally's own hosts are not reachable in a test, so the client of a link reads nothing. */
const clientOf = (appUrl?: string) => ({ appUrl }) as Client;

describe('createItems', () => {
	const keyRoles = [{ keyRole: { label: 'CSM' }, vitallyUser: { id: 'v 1', name: 'Jo' } }];
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

	it.each(['account', 'organization'])('adds a link to an %s, simplified', async (kind) => {
		expect(await itemOf(`${kind}Updated`, { ...account, keyRoles })).toMatchObject({
			id: 'a 1',
			healthScore: null,
			csmName: 'Jo',
			csmEmail: null,
			url: `https://acme.vitally.io/${kind}s/a%201`,
		});
	});

	it('returns the record as it came, raw', async () => {
		expect(await itemOf('accountUpdated', account, 'raw')).toEqual(account);
	});

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
				name: 'segments by name',
				watch: ['segments'],
				record: { segments: [segment('Trial'), segment('Gold')] },
				event: { changedKeys: ['segments'], previous: { segments: [segment('Trial')] } },
				changes: 'Segments: Trial → Trial, Gold',
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

				expect(Object.keys(json).slice(0, 2)).toEqual(['name', 'changes']);
				expect(json.changes).toBe(changes);
			},
		);
	});

	it('adds no link to a record without a page', async () => {
		const task = await itemOf('taskCompleted', { id: 't1', account });

		expect(task).toMatchObject({ id: 't1', accountName: 'Harbor Tools' });
		expect(task).not.toHaveProperty('url');
	});

	it('adds no link where the address is not known', async () => {
		const item = await itemOf('accountUpdated', account, 'simplified', clientOf());

		expect(item).not.toHaveProperty('url');
	});

	const organization = { id: 'o 1', name: 'Harbor Group', keyRoles };
	/** The account as records contain it. */
	const whole = { ...account, keyRoles };
	const user = { id: 'u 1', name: 'Robin', email: 'robin@example.com', accounts: [whole] };
	const named = { accountName: 'Harbor Tools', csmName: 'Jo' };
	const ofOrganization = { organizationName: 'Harbor Group', csmName: 'Jo' };
	const ofUser = { userName: 'Robin', userEmail: 'robin@example.com', ...named };

	it.each<{ record: Record<string, unknown>; names: Record<string, unknown>; paths: string[] }>([
		{ record: { accountId: 'a 1' }, names: named, paths: ['accounts/a%201'] },
		{ record: { customerId: 'a 1' }, names: named, paths: ['accounts/a%201'] },
		{ record: { accountId: '' }, names: {}, paths: [] },
		{ record: { accountId: '..' }, names: {}, paths: [] },
		{ record: { accountId: 'another one' }, names: {}, paths: ['accounts/another%20one'] },
		{ record: { organizationId: 'o 1' }, names: ofOrganization, paths: ['organizations/o%201'] },
		{ record: { account: whole }, names: named, paths: [] },
		{ record: { customer: whole }, names: named, paths: [] },
		{ record: { accounts: [whole] }, names: named, paths: [] },
		{ record: { accounts: [whole, { id: 'a 2' }] }, names: {}, paths: [] },
		{ record: { organization }, names: ofOrganization, paths: [] },
		{ record: { organizations: [organization] }, names: ofOrganization, paths: [] },
		{ record: { userId: 'u 1' }, names: ofUser, paths: ['users/u%201'] },
		{ record: { user }, names: ofUser, paths: [] },
		{
			record: { user: { id: 'u 2', name: 'Kim' } },
			names: { userName: 'Kim', userEmail: null },
			paths: [],
		},
		{ record: { user: { organizations: [organization] } }, names: ofOrganization, paths: [] },
	])(
		'adds with Include Related $names to $record, and reads each record once',
		async ({ record, names, paths }) => {
			const read: unknown[] = [];
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
			const config = configOf({ triggerOn: 'taskCompleted' });
			const events = ['t1', 't2'].map((id) => ({ record: { id, ...record } }));

			const itemsOf = async (
				mode: 'raw' | 'simplified',
				includesRelated: { includesRelated: boolean },
			) => {
				const settings = { output: { mode }, isTest: false, ...includesRelated };
				const items = await createItems(events, config, settings, client);

				return items.map(({ json }) => json);
			};

			const without = await itemsOf('simplified', { includesRelated: false });

			expect(without).toMatchObject(events.map(({ record: { id } }) => ({ id })));
			expect(read).toEqual([]);

			for (const item of await itemsOf('raw', { includesRelated: true })) {
				// Only what was added to a record is compared.
				const added = Object.entries(item).filter(([name]) => /(Name|Email)$/.test(name));

				expect(Object.fromEntries(added)).toMatchObject(names);
				expect({ hasAccount: 'accountName' in item }).toEqual({
					hasAccount: 'accountName' in names,
				});
			}

			expect(read).toEqual(paths);
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
		[300_000, '6'],
		[0, '1'],
	])(
		'leaves out what is related with a Max Wait of %i ms where that is %s s away',
		async (maxWaitMs, wait) => {
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

			expect(items[0]).toStrictEqual({ json: events[0].record });
			expect(items[1].json).toMatchObject({ accountName: 'Harbor Tools', csmName: null });
		},
	);

	it('names all accounts of a user, and takes none of several for its own', async () => {
		const accounts = [account, { ...account, id: 'a 2', name: 'Beta' }];
		const item = await itemOf('userUpdated', { id: 'u1', name: 'Robin', accounts });

		expect(item.accountName).toBe('Harbor Tools, Beta');
		expect(item).not.toHaveProperty('accountId');
	});

	it('adds the ID of the only account of a user', async () => {
		const item = await itemOf('userUpdated', { id: 'u1', name: 'Robin', accounts: [account] });

		expect(item).toMatchObject({ accountName: 'Harbor Tools', accountId: 'a 1' });
	});
});
