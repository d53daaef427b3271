import { createItems } from '../../nodes/Vitally/trigger/eventItems';
import type { Client } from '../../nodes/Vitally/transport/client';
import { clientOf as clientOfService } from '../transport/virtualClock.cts';
import { configOf } from './scan/poll.cts';

/** Vitally's own hosts are not reachable in a test, so the client of a link reads nothing. */
const clientOf = (appUrl?: string) => ({ appUrl }) as Client;

describe('the item of an event', () => {
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

	it.each([
		['accountUpdated', 'https://acme.vitally.io/accounts/a%201'],
		['organizationUpdated', 'https://acme.vitally.io/organizations/a%201'],
	])('%s has a link to Vitally', async (triggerOn, url) => {
		expect(await itemOf(triggerOn, account)).toMatchObject({
			id: 'a 1',
			healthScore: null,
			csmEmail: null,
			url,
		});
	});

	it('has no link where the address is not known, in a raw record, and of other kinds', async () => {
		expect(await itemOf('accountUpdated', account, 'simplified', clientOf())).not.toHaveProperty(
			'url',
		);
		expect(await itemOf('accountUpdated', account, 'raw')).toEqual(account);
		expect(await itemOf('taskCompleted', { id: 't1', account })).toMatchObject({
			id: 't1',
			accountName: 'Harbor Tools',
		});
		expect(await itemOf('taskCompleted', { id: 't1', account })).not.toHaveProperty('url');
	});

	it.each([
		[{ accountId: 'a 1' }, 'Harbor Tools', ['/resources/accounts/a%201']],
		[{ customerId: 'a 1' }, 'Harbor Tools', ['/resources/accounts/a%201']],
		[{ accountId: '' }, undefined, []],
	])('names the account of %j, which is read once', async (record, name, paths) => {
		const read: unknown[] = [];
		const client = clientOfService(async ({ url }) => {
			read.push(url);
			return { statusCode: 200, headers: {}, body: { ...account, keyRoles: [] } };
		});
		const config = configOf({ triggerOn: 'taskCompleted' });
		const parameters = { output: { mode: 'raw' }, includesRelated: true, isTest: false } as const;
		const events = ['t1', 't2'].map((id) => ({ record: { id, ...record } }));
		const items = await createItems(events, config, parameters, client);
		expect(items.map(({ json }) => json.accountName)).toEqual([name, name]);
		expect(read).toEqual(paths);
	});

	it('names the organization of a record without an account', async () => {
		const organization = { id: 'o 1', name: 'Harbor Group' };
		expect(await itemOf('taskCompleted', { id: 't1', organization })).toMatchObject({
			organizationId: 'o 1',
			organizationName: 'Harbor Group',
		});
	});

	it('of a user names all accounts, and takes none of several for its own', async () => {
		const accounts = [account, { ...account, id: 'a 2', name: 'Beta' }];
		const item = await itemOf('userUpdated', { id: 'u1', name: 'Robin', accounts });
		expect(item.accountName).toBe('Harbor Tools, Beta');
		expect(item).not.toHaveProperty('accountId');
		const one = await itemOf('userUpdated', { id: 'u1', name: 'Robin', accounts: [account] });
		expect(one).toMatchObject({ accountName: 'Harbor Tools', accountId: 'a 1' });
	});
});
