import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addMeetingWithTranscript, MEETINGS } from '../../fixtures/meetings.cts';

const get = { resource: 'meeting', operation: 'get', meetingId: byId('m-1') };

describeOperation('meeting: get', [
	{
		name: 'simplified',
		given: addMeetingWithTranscript,
		parameters: get,
		sends: [{ method: 'GET', path: `${MEETINGS}/m-1` }],
		returns: [{ id: 'm-1', title: 'Title of m-1', participants: [{ id: 'm-1-1' }] }],
	},
	{
		name: 'by External ID, as it is',
		given: addMeetingWithTranscript,
		parameters: { ...get, meetingId: byExternalId('M-1'), output: 'raw' },
		sends: [{ method: 'GET', path: `${MEETINGS}/M-1` }],
		returns: [{ id: 'm-1', startTimeZone: 'utc' }],
	},
	{
		name: 'explains a meeting that is not there',
		parameters: get,
		throws: 'The meeting "m-1" was not found',
	},
]);
