import { accountIdsOf } from '../../nodes/Vitally/records/accountIds';

it.each([
	['of a note', { accountId: 'acc-1' }, 'acc-1'],
	['of an instance whose response lists no accounts', { customerId: 'acc-1' }, 'acc-1'],
	['further ones of an instance', { customerId: 'acc-1', customers: [{ id: 'acc-2' }] }, 'acc-2'],
])('accounts of a record: %s', (_title, record, id) => {
	expect(accountIdsOf(record)).toContain(id);
});
