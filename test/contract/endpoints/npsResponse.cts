import { byId } from '../../fixtures/locators.cts';
import { at, ofAccount, ofOrganization, on, type Endpoint } from '../endpoint.cts';

const npsResponse = on('npsResponse');

const npsResponseId = byId('nps-1');
const answer = { userId: byId('user-1'), score: 9, respondedAt: '2026-01-02T10:00:00.000Z' };

/** docs/internal/beyond.md, 5 */
export const NPS_RESPONSE: Endpoint[] = [
	at('GET', '/resources/npsResponses', npsResponse('getAll')),
	at('GET', '/resources/accounts/:accountId/npsResponses', npsResponse('getAll', ofAccount)),
	at(
		'GET',
		'/resources/organizations/:organizationId/npsResponses',
		npsResponse('getAll', ofOrganization),
	),
	at('GET', '/resources/npsResponses/:id', npsResponse('get', { npsResponseId })),
	at(
		'POST',
		'/resources/npsResponses',
		npsResponse('create', answer),
		npsResponse('upsert', { externalId: 'R9', ...answer }),
	),
	at(
		'PUT',
		'/resources/npsResponses/:id',
		npsResponse('update', { npsResponseId, updateFields: { feedback: 'Good' } }),
		npsResponse('upsert', { externalId: 'R1', ...answer }),
	),
	at('DELETE', '/resources/npsResponses/:id', npsResponse('delete', { npsResponseId })),
];
