import { byId } from '../../fixtures/locators.cts';
import { at, ofAccount, ofOrganization, on, undoOf, type Endpoint } from '../endpoint.cts';

const user = on('user');

const userId = byId('user-1');
const accountId = byId('acc-1');

/** docs/internal/beyond.md, 3 */
export const USER: Endpoint[] = [
	at('GET', '/resources/users', user('getAll')),
	at('GET', '/resources/accounts/:accountId/users', user('getAll', ofAccount)),
	at('GET', '/resources/organizations/:organizationId/users', user('getAll', ofOrganization)),
	at(
		'GET',
		'/resources/users/search',
		user('search', { searchBy: 'externalId', searchValue: 'U1' }),
	),
	at('GET', '/resources/users/:id', user('get', { userId })),
	at(
		'POST',
		'/resources/users',
		user('create', { externalId: 'U9', accountId }),
		user('upsert', { externalId: 'U9', accountId }),
		user('sync', { externalId: 'U9', accountId }),
	),
	at(
		'PUT',
		'/resources/users/:id',
		user('update', { userId, updateFields: { name: 'New' } }),
		user('upsert', { externalId: 'U1', name: 'New' }),
		user('sync', { externalId: 'U1', name: 'New' }),
		undoOf('user', 'user-1', 'Office Manager'),
	),
	at('DELETE', '/resources/users/:id', user('delete', { userId, confirmPermanentDelete: true })),
];
