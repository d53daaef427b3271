import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import {
	addMeetingWithTranscript,
	lookUpMeeting,
	meetingOf,
	MEETINGS,
} from '../../fixtures/meetings.cts';

const remove = {
	resource: 'meeting',
	operation: 'removeParticipant',
	meetingId: byId('m-1'),
	participantId: 'm-1-1',
};
const deletion = { method: 'DELETE', path: `${MEETINGS}/m-1/participants/m-1-1` };

describeOperation('meeting: removeParticipant', [
	{
		name: 'takes one out',
		given: addMeetingWithTranscript,
		parameters: remove,
		sends: [deletion],
		returns: [{ removed: true, meetingId: 'm-1', participantId: 'm-1-1' }],
		then: (sandbox) => expect(meetingOf(sandbox, 'm-1')?.participants).toEqual([]),
	},
	{
		name: 'looks an External ID up',
		given: addMeetingWithTranscript,
		parameters: { ...remove, meetingId: byExternalId('M-1') },
		sends: [lookUpMeeting('M-1'), deletion],
	},
	{
		name: 'says that the participant is not there',
		given: addMeetingWithTranscript,
		parameters: { ...remove, participantId: 'nobody' },
		throws: errorText(
			'The meeting "m-1" or its participant "nobody" was not found [item 0]',
			`Check 'Meeting' and 'Participant ID', which 'Get' shows in the list of participants. Vitally says: "Participant not found". (HTTP 404, DELETE /resources/meetings/m-1/participants/nobody)`,
		),
	},
]);
