import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import {
	addMeeting,
	addMeetingWithTranscript,
	lookUpMeeting,
	MEETINGS,
} from '../../fixtures/meetings.cts';

const update = {
	resource: 'meeting',
	operation: 'update',
	meetingId: byId('m-1'),
	updateFields: { summary: 'Good' },
};
const put = { method: 'PUT', path: `${MEETINGS}/m-1`, body: { summary: 'Good' } };

describeOperation('meeting: update', [
	{
		name: 'sends only the fields that are set',
		given: addMeetingWithTranscript,
		parameters: update,
		sends: [put],
		returns: [{ id: 'm-1', summary: 'Good', title: 'Title of m-1' }],
	},
	{
		name: 'looks an External ID up',
		given: addMeetingWithTranscript,
		parameters: { ...update, meetingId: byExternalId('M-1') },
		sends: [lookUpMeeting('M-1'), put],
	},
	{
		name: "gives the service's words for an archived meeting",
		given: (sandbox) => addMeeting(sandbox, 'm-1', { archivedAt: '2026-01-05T00:00:00.000Z' }),
		parameters: update,
		throws: 'Vitally rejected this item: The meeting is archived',
	},
]);
