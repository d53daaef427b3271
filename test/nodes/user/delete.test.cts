import { describeOperation } from '../../engine/operationCases.cts';
import { byEmail, byExternalId } from '../../fixtures/locators.cts';
import { USER_SEARCH, userOf, USERS, withUsers } from '../../fixtures/users.cts';

const remove = { resource: 'user', operation: 'delete', userId: byExternalId('u1') };
const confirmed = { ...remove, confirmPermanentDelete: true };

describeOperation('user: delete', [
	{
		name: 'deletes with it, and says so',
		given: withUsers('u1'),
		parameters: confirmed,
		sends: [{ method: 'DELETE', path: `${USERS}/u1` }],
		returns: [{ deleted: true, externalId: 'u1' }],
		then: (sandbox) => expect(userOf(sandbox, 'u1')).toBeUndefined(),
	},
	{
		name: 'deletes by email address',
		given: withUsers('u1'),
		parameters: { ...confirmed, userId: byEmail('u1@customer.example') },
		sends: [
			{ method: 'GET', path: USER_SEARCH, query: { email: 'u1@customer.example' } },
			{ method: 'DELETE', path: `${USERS}/user-u1` },
		],
		returns: [{ deleted: true, id: 'user-u1' }],
	},
]);
