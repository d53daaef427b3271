import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { searchList } from '../engine/listSearch.cts';
import { addPeople } from '../fixtures/customers.cts';

describe('the pick-lists of the people of a message', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
		addPeople(sandbox);
	});
	afterAll(async () => await sandbox.close());

	const people = async (method: string, message: object, path: string) => {
		const parameters = { messages: { message: [message] } };
		const { results } = await searchList(sandbox, method, '', undefined, parameters, path);
		return results.map(({ value }) => value).sort();
	};
	const sender = 'parameters.messages.message[0].fromId';
	const recipient = 'parameters.messages.message[0].to.recipient[0].id';
	const ids = (kind: 'users' | 'admins') => [...sandbox.state[kind].all()].map(({ id }) => id);
	const to = (type?: string) => ({ to: { recipient: [{ type }] } });

	it('returns those of the selected role', async () => {
		const [users, admins] = [ids('users').sort(), ids('admins').sort()];
		expect([users, admins]).toEqual([['user-1'], ['admin-1']]);
		expect(await people('searchSenders', { fromType: 'user' }, sender)).toEqual(users);
		expect(await people('searchSenders', { fromType: 'admin' }, sender)).toEqual(admins);
		expect(await people('searchSenders', {}, sender)).toEqual(users);
		expect(await people('searchRecipients', to('user'), recipient)).toEqual(users);
		expect(await people('searchRecipients', to('admin'), recipient)).toEqual(admins);
		expect(await people('searchRecipients', to(), recipient)).toEqual(admins);
	});

	it('returns those of the role where one message has its fields at the top', async () => {
		const atTop = async (method: string, parameters: object, path: string) => {
			const given = { ...parameters };
			const { results } = await searchList(sandbox, method, '', undefined, given, path);
			return results.map(({ value }) => value);
		};
		const from = (fromType: string) => atTop('searchSenders', { fromType }, 'parameters.fromId');
		expect(await from('user')).toEqual(['user-1']);
		expect(await from('admin')).toEqual(['admin-1']);
		const path = 'parameters.to.recipient[0].id';
		expect(await atTop('searchRecipients', to('user'), path)).toEqual(['user-1']);
		expect(await atTop('searchRecipients', to('admin'), path)).toEqual(['admin-1']);
	});

	it('rejects a role that is an expression', async () => {
		await expect(
			people('searchSenders', { fromType: '={{ $json.role }}' }, sender),
		).rejects.toThrow('The role is an expression, so there is no list to choose from');
	});
});
