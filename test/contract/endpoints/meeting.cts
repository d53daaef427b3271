import { byId } from '../../fixtures/locators.cts';
import { TRANSCRIPT } from '../../fixtures/meetings.cts';
import { at, ofAccount, ofOrganization, on, type Endpoint } from '../endpoint.cts';

const meeting = on('meeting');

const meetingId = byId('m-1');
const email = 'office@customer.example';
const newMeeting = {
	title: 'Review',
	participants: { participant: [{ email }] },
	additionalFields: { externalId: 'M9' },
};

/** docs/internal/beyond.md, 11 */
export const MEETING: Endpoint[] = [
	at('GET', '/resources/meetings', meeting('getAll')),
	at('GET', '/resources/accounts/:accountId/meetings', meeting('getAll', ofAccount)),
	at('GET', '/resources/organizations/:organizationId/meetings', meeting('getAll', ofOrganization)),
	at('GET', '/resources/meetings/:id', meeting('get', { meetingId })),
	at('POST', '/resources/meetings', meeting('create', newMeeting)),
	at(
		'PUT',
		'/resources/meetings/:id',
		meeting('update', { meetingId, updateFields: { title: 'New' } }),
	),
	at('DELETE', '/resources/meetings/:id', meeting('delete', { meetingId })),
	at(
		'POST',
		'/resources/meetings/:id/participants',
		meeting('addParticipant', { meetingId, email: 'lead@team.example' }),
	),
	at(
		'DELETE',
		'/resources/meetings/:id/participants/:participantId',
		meeting('removeParticipant', { meetingId, participantId: 'm-1-1' }),
	),
	at('GET', '/resources/meetings/:id/transcript', meeting('getTranscript', { meetingId })),
	at(
		'POST',
		'/resources/meetings/:id/transcript',
		meeting('setTranscript', { meetingId, transcript: TRANSCRIPT }),
	),
];
