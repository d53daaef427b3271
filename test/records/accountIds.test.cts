import { accountIdsOf } from '../../nodes/Vitally/records/accountIds';

it('an instance whose response lists no accounts has its primary one', () => {
	expect(accountIdsOf({ customerId: 'acc-1' })).toContain('acc-1');
});
