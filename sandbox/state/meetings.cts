import { HttpError } from '../httpError.cts';
import { archive, isArchived, isListed } from './archive.cts';
import type { Archivable } from './archive.cts';
import { recordToUpdate } from './externalIds.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { customersOfParticipants, newParticipant } from './meetingParticipants.cts';
import type { MeetingParticipant, ParticipantBody } from './meetingParticipants.cts';
import { omit } from './omit.cts';
import { assertParentsExist } from './parents.cts';
import type { Resource } from './resource.cts';
import type { Row, Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { mergeTraits } from './traits.cts';

/** docs/internal/beyond.md, 11. `accountIds` and `organizationIds` follow from the participants. */
export interface Meeting extends Archivable {
	externalId: string;
	title: string;
	description: string | null;
	location: string | null;
	recordingUrl: string | null;
	summary: string | null;
	riskAssessment: string | null;
	source: string | null;
	startDateTime: string | null;
	endDateTime: string | null;
	keyPoints: string[];
	traits: Traits;
	participants: MeetingParticipant[];
	accountIds: string[];
	organizationIds: string[];
}

interface MeetingChange {
	title?: string;
	description?: string;
	location?: string;
	recordingUrl?: string;
	summary?: string;
	riskAssessment?: string;
	startDateTime?: string;
	endDateTime?: string;
	keyPoints?: string[];
	traits?: Traits;
}

interface MeetingBody extends MeetingChange {
	externalId: string;
	title: string;
	participants: ParticipantBody[];
	source?: string;
}

const inShort = ({ id, externalId, name }: Row & { name: string }) => ({ id, externalId, name });

export function meetingView(state: ServiceState, meeting: Meeting) {
	const { accountIds, organizationIds, ...fields } = omit(meeting, 'createdAt', 'updatedAt');
	const { id, startDateTime, endDateTime, recordingUrl } = meeting;

	return {
		...fields,
		startDate: startDateTime?.slice(0, 10) ?? null,
		startTimeZone: 'utc',
		endDate: endDateTime?.slice(0, 10) ?? null,
		endTimeZone: 'utc',
		externalStatus: null,
		recordingUrlFormatted: recordingUrl,
		joiningInstructionsUri: null,
		videoConferenceUri: null,
		phoneConferenceNumbers: [],
		conferenceSolution: null,
		accounts: accountIds.flatMap((one) => state.accounts.get(one) ?? []).map(inShort),
		organizations: organizationIds
			.flatMap((one) => state.organizations.get(one) ?? [])
			.map(inShort),
		notes: [],
		tasks: [...state.tasks.all()]
			.filter(({ meetingId }) => meetingId === id)
			.map((task) => ({ id: task.id, name: task.name })),
	};
}

/** @throws HttpError 400 when no participant leads to an account or organization */
export function createMeeting(
	state: ServiceState,
	body: MeetingBody,
	duplicate: DuplicateExternalId = state.duplicateExternalId,
): Meeting {
	const { participants, traits, externalId, ...fields } = body;
	const known = recordToUpdate(state.meetings, externalId, duplicate, 'meeting');
	if (known) return updateMeeting(state, known, { ...fields, traits });

	const there = participants.map((one) => newParticipant(state, one));
	const customers = customersOfParticipants(state, there);

	if (customers.accountIds.length + customers.organizationIds.length === 0) {
		throw new HttpError(400, 'No participant leads to an account or organization.');
	}

	return state.meetings.insert({
		...state.newRow(),
		externalId,
		description: null,
		location: null,
		recordingUrl: null,
		summary: null,
		riskAssessment: null,
		source: null,
		startDateTime: null,
		endDateTime: null,
		keyPoints: [],
		archivedAt: null,
		...fields,
		traits: mergeTraits({}, traits),
		participants: there,
		...customers,
	});
}

/** @throws HttpError 400 for an archived meeting (docs/internal/beyond.md, 11) */
function updateMeeting(
	state: ServiceState,
	meeting: Meeting,
	{ traits, ...fields }: MeetingChange,
): Meeting {
	if (isArchived(meeting)) throw new HttpError(400, 'The meeting is archived.');

	return state.meetings.change(meeting, {
		...fields,
		traits: mergeTraits(meeting.traits, traits),
		updatedAt: state.now(),
	});
}

/** docs/internal/beyond.md, 11: archived ones can be read too. */
export const meetings: Resource<Meeting> = {
	path: '/resources/meetings',
	label: 'Meeting',
	view: meetingView,
	matches: (state, parameters) => {
		const { accountId, organizationId } = parameters;

		assertParentsExist(state, { accountId, organizationId });

		return (meeting) =>
			isListed(meeting, parameters) &&
			(accountId === undefined || meeting.accountIds.includes(accountId)) &&
			(organizationId === undefined || meeting.organizationIds.includes(organizationId));
	},
	find: (state, { id }) => state.meetings.byEitherId(id),
	create: (state, body: MeetingBody) => createMeeting(state, body),
	update: updateMeeting,
	remove: (state, meeting) => archive(state, state.meetings, meeting),
};
