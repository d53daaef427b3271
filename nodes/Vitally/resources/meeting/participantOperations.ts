import { dryRunOption } from '../../execution/dryRun';
import { optionsField } from '../../fields/collections';
import { readRequiredId } from '../../fields/locators';
import { textProperty } from '../../fields/properties';
import type { OperationDefinition } from '../../operations/definition/types';
import { lockRecord } from '../../records/lock';
import { requiredLocator } from '../../records/recordType';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { optionalRecordFrom, recordFromWrite } from '../../transport/records';
import { explainStatus } from '../explainStatus';
import { meetingType } from '../recordTypes';
import { locateMeeting, meetingReads } from './locate';
import { meetingParticipantFields, readParticipant } from './participants';

const participantId = textProperty('Participant ID', 'participantId', {
	required: true,
	placeholder: 'e.g. 4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f',
	description: "The ID of the participant, as 'Get' shows it in the list of participants",
});

/** docs/internal/beyond.md, 11. Not idempotent: a repeated request may add the participant twice. */
export const addParticipant: OperationDefinition = {
	name: 'Add Participant',
	value: 'addParticipant',
	action: 'Add participant to meeting',
	description: 'Add a teammate, a user or an email address to a meeting',
	endpoints: [`POST ${meetingType.path}/:id/participants`],
	reads: meetingReads,
	fields: [requiredLocator(meetingType), ...meetingParticipantFields, optionsField([dryRunOption])],
	run: async (item) =>
		await lockRecord(item, meetingType, async () => {
			const participant = readParticipant(item);
			const { path, explain } = await locateMeeting(item);
			const request: ServiceRequest = {
				method: 'POST',
				path: `${path}/participants`,
				body: await participant.resolve(item),
				explain,
			};
			return [recordFromWrite(await item.send(request), request)];
		}),
};

/** docs/internal/beyond.md, 11 */
export const removeParticipant: OperationDefinition = {
	name: 'Remove Participant',
	value: 'removeParticipant',
	action: 'Remove participant from meeting',
	description: 'Take a participant out of a meeting',
	endpoints: [`DELETE ${meetingType.path}/:id/participants/:participantId`],
	reads: meetingReads,
	adds: { removed: 'boolean', meetingId: 'string', participantId: 'string' },
	fields: [requiredLocator(meetingType), participantId, optionsField([dryRunOption])],
	run: async (item) =>
		await lockRecord(item, meetingType, async () => {
			const { name, displayName } = participantId;
			const participant = readRequiredId(item.param(name, ''), displayName);
			const { path, id } = await locateMeeting(item);
			const request: ServiceRequest = {
				method: 'DELETE',
				path: `${path}/participants/${pathSegment(participant, displayName)}`,
				explain: explainStatus({
					404: {
						message: `The meeting "${id}" or its participant "${participant}" was not found`,
						description:
							"Check 'Meeting' and 'Participant ID', which 'Get' shows in the list of participants.",
						field: displayName,
					},
				}),
			};
			optionalRecordFrom(await item.send(request), request);
			return [{ removed: true, meetingId: id, participantId: participant }];
		}),
};
