import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import {
	addMeetingWithTranscript,
	lookUpMeeting,
	meetingOf,
	MEETINGS,
} from '../../fixtures/meetings.cts';

const remove = { resource: 'meeting', operation: 'delete', meetingId: byId('m-1') };
const deletion = { method: 'DELETE', path: `${MEETINGS}/m-1` };

describeOperation('meeting: delete', [
	{
		name: 'archives',
		given: addMeetingWithTranscript,
		parameters: remove,
		sends: [deletion],
		returns: [{ deleted: true, id: 'm-1' }],
		then: (sandbox) => expect(meetingOf(sandbox, 'm-1')?.archivedAt).toMatch(/^20/),
	},
	{
		name: 'looks an External ID up',
		given: addMeetingWithTranscript,
		parameters: { ...remove, meetingId: byExternalId('M-1') },
		sends: [lookUpMeeting('M-1'), deletion],
		returns: [{ deleted: true, id: 'm-1', externalId: 'M-1' }],
	},
]);
