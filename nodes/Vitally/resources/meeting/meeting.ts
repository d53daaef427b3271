import { createHash } from 'crypto';

import type { ItemContext } from '../../execution/operation';
import { defineResource } from '../../operations/definition/resource';
import { archivedFilter } from '../../operations/filters/recordFilters';
import { create, deleteOne, get, getMany, update } from '../../operations/standardOperations';
import { locateByVitallyId } from '../../records/locate';
import { created, updated } from '../events';
import { meetingType } from '../recordTypes';
import { changedMeeting, newMeeting } from './meetingFields';
import { meetingFilters } from './meetingFilters';
import {
	addParticipant,
	participantEmailsField,
	participantsField,
	removeParticipant,
} from './meetingParticipants';
import { getTranscript, getTranscripts, setTranscript } from './transcript';

const simpleFields = [
	'title',
	'startDateTime',
	'accountName',
	'participantEmails',
	'summary',
	'organizationName',
	'endDateTime',
	'recordingUrl',
	'externalId',
	'id',
];

/** Records are documented without times. In this order none moves while the list is read. */
const READS_ALL = 'Every poll reads all meetings, one request for each 100.';

const wholeList = { sortBy: 'createdAt', isReadWhole: true } as const;

/** Source: docs/internal/beyond.md, 11 and 18 */
export const meeting = defineResource(meetingType, {
	simpleFields,
	hasRareTraits: true,
	events: [
		{
			...created(meetingType.noun),
			...wholeList,
			description: `When a meeting is added to Vitally. ${READS_ALL}`,
		},
		{
			...updated(meetingType.noun),
			...wholeList,
			description: `When a meeting changes or is added. ${READS_ALL}`,
		},
	],
	operations: [
		addParticipant,
		create(meetingType, {
			...newMeeting,
			// An external ID is always sent (docs/internal/beyond.md, 18).
			description: 'Record a meeting and its participants',
			docsNote: 'At least one participant must belong to an account or organization.',
			below: [participantEmailsField, participantsField],
			ifTaken: "Use the operation 'Update' to change it, or enter another 'External ID'.",
			prepare: (item, body) => {
				body.externalId ??= generateExternalId(item);
			},
		}),
		deleteOne(meetingType, {
			description: 'Archive a meeting',
			locate: locateByVitallyId,
		}),
		get(meetingType, { docsNote: 'The node also finds archived meetings.' }),
		getMany(meetingType, {
			serviceFilters: [archivedFilter],
			filters: meetingFilters,
		}),
		getTranscripts,
		getTranscript,
		removeParticipant,
		setTranscript,
		update(meetingType, {
			...changedMeeting,
			description: "Change a meeting's fields and traits",
			docsNote: 'An archived meeting cannot be changed.',
			locate: locateByVitallyId,
		}),
	],
});

/** Returns the same ID when n8n retries the item in its execution, so that no second meeting is created. */
function generateExternalId(item: ItemContext): string {
	const digest = createHash('sha256').update(JSON.stringify(item.itemKey())).digest('hex');

	return `n8n-${digest.slice(0, 32)}`;
}
