import { HttpError } from '../httpError.cts';
import { archive, isArchived, isListed } from './archive.cts';
import type { Archivable } from './archive.cts';
import type { Customer } from './customers.cts';
import { recordToUpdate } from './externalIds.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { customersOfParticipants, newParticipant } from './meetingParticipants.cts';
import type { MeetingParticipant, ParticipantBody } from './meetingParticipants.cts';
import { omit } from './omit.cts';
import { tiedTo } from './parents.cts';
import type { Ties } from './parents.cts';
import type { Resource } from './resource.cts';
import type { Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { mergeTraits } from './traits.cts';

/** docs/internal/beyond.md, 11. `accountIds` and `organizationIds` follow from the participants. */
export interface Meeting extends Archivable, Ties {
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

export interface MeetingBody extends MeetingChange {
	externalId: string;
	title: string;
	participants: ParticipantBody[];
	source?: string;
}

export function meetingView(state: ServiceState, meeting: Meeting) {
	const { accountIds, organizationIds, ...fields } = omit(meeting, 'createdAt', 'updatedAt');
	const { id, startDateTime, endDateTime, recordingUrl } = meeting;
	const accounts = accountIds.flatMap((accountId) => state.accounts.get(accountId) ?? []);
	const organizations = organizationIds.flatMap(
		(organizationId) => state.organizations.get(organizationId) ?? [],
	);
	const tasks = [...state.tasks.all()].filter(({ meetingId }) => meetingId === id);

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
		accounts: accounts.map(shortCustomer),
		organizations: organizations.map(shortCustomer),
		notes: [],
		tasks: tasks.map((task) => ({ id: task.id, name: task.name })),
	};
}

function shortCustomer({ id, externalId, name }: Customer) {
	return { id, externalId, name };
}

/** @throws HttpError 400 if no participant leads to an account or organization */
export function createMeeting(
	state: ServiceState,
	body: MeetingBody,
	duplicate: DuplicateExternalId = state.duplicateExternalId,
): Meeting {
	const { participants, traits, externalId, ...fields } = body;
	const known = recordToUpdate(state.meetings, externalId, duplicate, 'meeting');
	if (known) return updateMeeting(state, known, { ...fields, traits });

	const newParticipants = participants.map((participant) => newParticipant(state, participant));
	const customers = customersOfParticipants(state, newParticipants);

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
		participants: newParticipants,
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
		const isTied = tiedTo(state, parameters);

		return (meeting) => isListed(meeting, parameters) && isTied(meeting);
	},
	find: (state, { id }) => state.meetings.byEitherId(id),
	create: (state, body: MeetingBody) => createMeeting(state, body),
	update: updateMeeting,
	remove: (state, meeting) => archive(state, state.meetings, meeting),
};
