import { byId } from '../../fixtures/locators.cts';
import { at, on, undoOf, type Endpoint } from '../endpoint.cts';

const organization = on('organization');

const organizationId = byId('org-1');
const oldOrganization = { externalId: 'O1', name: 'Group 1' };
const newOrganization = { externalId: 'O9', name: 'Group 9' };

/** docs/internal/beyond.md, 2 */
export const ORGANIZATION: Endpoint[] = [
	at('GET', '/resources/organizations', organization('getAll')),
	at(
		'GET',
		'/resources/organizations/:id',
		organization('get', { organizationId }),
		organization('getBrief', { organizationId }),
	),
	at(
		'POST',
		'/resources/organizations',
		organization('create', newOrganization),
		organization('upsert', newOrganization),
		organization('sync', newOrganization),
	),
	at(
		'PUT',
		'/resources/organizations/:id',
		organization('update', { organizationId, updateFields: { name: 'New' } }),
		organization('upsert', oldOrganization),
		organization('sync', { ...oldOrganization, name: 'New' }),
		undoOf('organization', 'org-1', 'Group 1'),
	),
	at(
		'DELETE',
		'/resources/organizations/:id',
		organization('delete', { organizationId, confirmPermanentDelete: true }),
	),
];
