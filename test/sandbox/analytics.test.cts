import { addDeal } from '../fixtures/customObjects.cts';
import { clientOfSuite } from './client.cts';

describe('Analytics account messages', () => {
	const [, call] = clientOfSuite({ seed: 'empty' });

	const send = (body: object) =>
		call('POST', '/analytics/v1/account', { accountId: 'acme', ...body });
	const account = async () => (await call('GET', '/resources/accounts/acme')).body;

	it('count once per messageId, or per text when only the timestamp is sent', async () => {
		await send({ messageId: '1', traits: { seats: 1 } });
		await send({ messageId: '1', traits: { seats: 2 } });
		expect((await account()).traits).toEqual({ seats: 1 });
		const timestamp = '2026-11-20T00:00:00Z';
		await send({ timestamp, traits: { seats: 3 } });
		await call('PUT', '/resources/accounts/acme', { traits: { seats: 4 } });
		await send({ timestamp, traits: { seats: 3 } });
		expect((await account()).traits).toEqual({ seats: 4 });
	});
});

describe('Analytics messages of the other types', () => {
	const [sandbox, call] = clientOfSuite({ seed: 'empty' });
	beforeEach(() => {
		addDeal(sandbox());
	});

	let sent = 0;
	const user = () => sandbox().state.users.byExternalId('u');

	it('come mixed in one batch, and are carried out in their order', async () => {
		const message = (type: string, body: object) => ({
			type,
			messageId: `m${(sent += 1)}`,
			...body,
		});
		const { status } = await call('POST', '/analytics/v1/batch', [
			message('organization', { organizationId: 'g' }),
			message('account', { accountId: 'a', organizationId: 'g' }),
			message('user', { userId: 'u', accountId: 'a', traits: {} }),
			message('user', { userId: 'u', accountId: 'A1', traits: {} }),
			message('unlink', { userId: 'u', accountId: 'A1' }),
			message('track', { event: 'Login', properties: {}, userId: 'u' }),
		]);
		expect(status).toBe(200);
		const account = sandbox().state.accounts.byExternalId('a');
		expect(sandbox().state.events).toMatchObject([{ accountId: account?.id }]);
		expect(user()?.accountIds).toEqual([account?.id]);
	});

	it('count once, also when the first of them came by itself', async () => {
		const event = { event: 'Login', properties: {}, userId: 'u', messageId: 'once' };
		await call('POST', '/analytics/v1/track', event);
		await call('POST', '/analytics/v1/batch', [{ type: 'track', ...event }]);
		const timed = {
			event: 'Login',
			properties: {},
			userId: 'u',
			timestamp: '2026-11-20T00:00:00Z',
		};
		await call('POST', '/analytics/v1/track', timed);
		await call('POST', '/analytics/v1/batch', [{ type: 'track', ...timed }]);
		expect(sandbox().state.events).toHaveLength(2);
	});

	it('are all answered 400 when one of them is of a blocked type', async () => {
		sandbox().blockedMessages.add('track');
		const batch = [
			{ type: 'account', accountId: 'a', messageId: '1' },
			{ type: 'track', event: 'Login', properties: {}, accountId: 'a', messageId: '2' },
		];
		const { status, body } = await call('POST', '/analytics/v1/batch', batch);
		expect([status, body.error]).toEqual([400, 'Track messages are blocked.']);
		expect(sandbox().state.accounts.byExternalId('a')).toBeUndefined();
		expect(sandbox().state.events).toEqual([]);
	});
});
