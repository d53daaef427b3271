import { found, HttpError } from '../httpError.cts';
import type { Meeting } from './meetings.cts';
import type { ServiceState } from './serviceState.cts';

/** Named by exactly one of the first three (docs/internal/beyond.md, 11). */
export interface ParticipantBody {
	/** The external id of a user. */
	userId?: string;
	/** The id of an admin. */
	vitallyUserId?: string;
	email?: string;
	type: 'organizer' | 'attendee';
	responseStatus?: 'needsAction' | 'accepted' | 'tentative' | 'declined';
}

/** What the service shows of one is not known: what was sent, and an id (a neutral choice). */
export interface MeetingParticipant {
	id: string;
	type: ParticipantBody['type'];
	responseStatus: NonNullable<ParticipantBody['responseStatus']>;
	/** Service id of a user. */
	userId: string | null;
	vitallyUserId: string | null;
	email: string | null;
}

/** @throws HttpError 400 when none or several ids name the participant, or one is unknown */
export function newParticipant(state: ServiceState, body: ParticipantBody): MeetingParticipant {
	const { userId, vitallyUserId, email, type, responseStatus = 'needsAction' } = body;

	if ([userId, vitallyUserId, email].filter((one) => one !== undefined).length !== 1) {
		throw new HttpError(400, 'A participant has exactly one of userId, vitallyUserId and email.');
	}

	const admin = [...state.admins.all()].find(
		(one) => one.id === vitallyUserId || one.email === email,
	);
	const user =
		userId === undefined
			? [...state.users.all()].find((one) => email !== undefined && one.email === email)
			: state.users.byExternalId(userId);

	if (userId !== undefined && !user) {
		throw new HttpError(400, 'userId is not the external id of a user.');
	}

	if (vitallyUserId !== undefined && !admin) {
		throw new HttpError(400, 'vitallyUserId is not the id of an admin.');
	}

	return {
		id: state.newId(),
		type,
		responseStatus,
		userId: user?.id ?? null,
		vitallyUserId: admin?.id ?? null,
		email: email ?? user?.email ?? admin?.email ?? null,
	};
}

/** The accounts and organizations of the users among them. */
export function customersOfParticipants(state: ServiceState, participants: MeetingParticipant[]) {
	const users = participants.flatMap(({ userId }) => state.users.get(userId) ?? []);

	return {
		accountIds: [...new Set(users.flatMap(({ accountIds }) => accountIds))],
		organizationIds: [...new Set(users.flatMap(({ organizationIds }) => organizationIds))],
	};
}

export function addParticipant(
	state: ServiceState,
	meeting: Meeting,
	body: ParticipantBody,
): Meeting {
	const participants = [...meeting.participants, newParticipant(state, body)];

	return changeParticipants(state, meeting, participants);
}

export function removeParticipant(state: ServiceState, meeting: Meeting, id: string): void {
	const participants = meeting.participants.filter((one) => one.id !== id);

	found(meeting.participants.length > participants.length ? meeting : undefined, 'Participant');
	changeParticipants(state, meeting, participants);
}

function changeParticipants(
	state: ServiceState,
	meeting: Meeting,
	participants: MeetingParticipant[],
): Meeting {
	return state.meetings.change(meeting, {
		participants,
		...customersOfParticipants(state, participants),
		updatedAt: state.now(),
	});
}
