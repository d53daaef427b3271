import { accountIdsOf } from '../../nodes/Vitally/records/accountIds';

describe('the accounts of a record', () => {
	it.each([
		{ record: 'a task', fields: { accountId: 'acc-1' }, accounts: ['acc-1'] },
		{
			record: 'an instance whose response lists no accounts',
			fields: { customerId: 'acc-1' },
			accounts: ['acc-1'],
		},
		{
			record: 'an instance with several accounts',
			fields: { customerId: 'acc-1', customers: [{ id: 'acc-1' }, { id: 'acc-2' }] },
			accounts: ['acc-1', 'acc-1', 'acc-2'],
		},
		{
			record: 'an instance whose response lists an account that is no object',
			fields: { customerId: 'acc-1', customers: [null, 'acc-2'] },
			accounts: ['acc-1'],
		},
		{ record: 'a record without an account', fields: {}, accounts: [] },
	])('come from the fields of $record', ({ fields, accounts }) => {
		const ids = accountIdsOf(fields).filter((id) => id !== undefined);

		expect(ids).toEqual(accounts);
	});
});
