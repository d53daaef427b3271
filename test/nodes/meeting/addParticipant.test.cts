import { describeOperation } from '../../engine/operationCases.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import {
	addMeetingWithTranscript,
	lookUpMeeting,
	meetingOf,
	MEETINGS,
} from '../../fixtures/meetings.cts';

const add = {
	resource: 'meeting',
	operation: 'addParticipant',
	meetingId: byId('m-1'),
	email: 'guest@customer.example',
};
const post = (body: object) => ({ method: 'POST', path: `${MEETINGS}/m-1/participants`, body });

describeOperation('meeting: addParticipant', [
	{
		name: 'by email',
		given: addMeetingWithTranscript,
		parameters: add,
		sends: [post({ email: 'guest@customer.example', type: 'attendee' })],
		returns: [{ id: 'm-1', participants: [{ id: 'm-1-1' }, { email: 'guest@customer.example' }] }],
	},
	{
		name: 'a user by External ID, with role and response, at a meeting by External ID',
		given: addMeetingWithTranscript,
		parameters: {
			...add,
			meetingId: byExternalId('M-1'),
			participantBy: 'userId',
			userId: 'U1',
			type: 'organizer',
			responseStatus: 'accepted',
		},
		sends: [
			lookUpMeeting('M-1'),
			post({ userId: 'U1', type: 'organizer', responseStatus: 'accepted' }),
		],
	},
	{
		name: 'a teammate',
		given: addMeetingWithTranscript,
		parameters: {
			...add,
			participantBy: 'vitallyUserId',
			vitallyUserId: byEmail('lead@team.example'),
		},
		sends: [
			{ method: 'GET', path: '/resources/admins/search', query: { email: 'lead@team.example' } },
			post({ vitallyUserId: 'admin-1', type: 'attendee' }),
		],
	},
	{
		name: 'adds nobody twice where the answer got lost, and says so',
		given: (sandbox) => {
			addMeetingWithTranscript(sandbox);
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' } });
		},
		parameters: add,
		throws: /./,
		then: (sandbox) => expect(meetingOf(sandbox, 'm-1')?.participants).toHaveLength(2),
	},
]);
