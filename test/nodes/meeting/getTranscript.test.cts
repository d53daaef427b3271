import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import {
	addMeeting,
	addMeetingWithTranscript,
	lookUpMeeting,
	MEETINGS,
} from '../../fixtures/meetings.cts';

const get = { resource: 'meeting', operation: 'getTranscript', meetingId: byId('m-1') };
const read = { method: 'GET', path: `${MEETINGS}/m-1/transcript` };

describeOperation('meeting: getTranscript', [
	{
		name: 'reads who said what',
		given: addMeetingWithTranscript,
		parameters: get,
		sends: [read],
		returns: [{ meetingId: 'm-1', transcript: [{ sentences: [{ text: 'Hello' }] }] }],
	},
	{
		name: 'looks an External ID up',
		given: addMeetingWithTranscript,
		parameters: { ...get, meetingId: byExternalId('M-1') },
		sends: [lookUpMeeting('M-1'), read],
		returns: [{ meetingId: 'm-1' }],
	},
	{
		name: 'says that there is none',
		given: (sandbox) => addMeeting(sandbox, 'm-1'),
		parameters: get,
		throws: errorText(
			'The meeting "m-1" has no transcript, or was not found [item 0]',
			`Check 'Meeting'. A transcript is there once a recording tool has sent one to Vitally. Vitally says: "Transcript not found". (HTTP 404, GET /resources/meetings/m-1/transcript)`,
		),
	},
]);
