import type { OperationDefinition } from '../../operations/definition/types';
import { requiredLocator } from '../../records/recordType';
import type { ServiceRequest } from '../../transport/client';
import { objectFrom } from '../../transport/records';
import { explainStatus } from '../explainStatus';
import { meetingType } from '../recordTypes';
import { locateMeeting, meetingReads } from './locate';

/** docs/internal/beyond.md, 11 */
export const getTranscript: OperationDefinition = {
	name: 'Get Transcript',
	value: 'getTranscript',
	action: 'Get meeting transcript',
	description: 'Retrieve who said what in a meeting',
	docsNote: 'Times look like milliseconds from the start.',
	endpoints: [`GET ${meetingType.path}/:id/transcript`],
	reads: meetingReads,
	fields: [requiredLocator(meetingType)],
	run: async (item) => {
		const { path, id } = await locateMeeting(item);
		const request: ServiceRequest = {
			method: 'GET',
			path: `${path}/transcript`,
			explain: explainStatus({
				404: {
					message: `The meeting "${id}" has no transcript, or was not found`,
					description:
						"Check 'Meeting'. A transcript is there once a recording tool has sent one to Vitally.",
					field: meetingType.label,
				},
			}),
		};
		return [objectFrom(await item.send(request), request)];
	},
};
