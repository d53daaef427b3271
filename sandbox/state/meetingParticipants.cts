import { found, HttpError } from '../httpError.cts';
import type { Meeting } from './meetings.cts';
import type { Ties } from './parents.cts';
import type { ServiceState } from './serviceState.cts';
import type { User } from './users.cts';

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

/** What was sent, and an id: what the service shows of a participant is not known (a neutral choice). */
export interface MeetingParticipant {
	id: string;
	type: ParticipantBody['type'];
	responseStatus: NonNullable<ParticipantBody['responseStatus']>;
	/** Service id of a user. */
	userId: string | null;
	vitallyUserId: string | null;
	email: string | null;
}

/** @throws HttpError 400 if no id or several name the participant, or an id is unknown */
export function newParticipant(state: ServiceState, body: ParticipantBody): MeetingParticipant {
	const { userId, vitallyUserId, email, type, responseStatus = 'needsAction' } = body;

	const names = [userId, vitallyUserId, email].filter((name) => name !== undefined);

	if (names.length !== 1) {
		throw new HttpError(400, 'A participant has exactly one of userId, vitallyUserId and email.');
	}

	const admin = [...state.admins.all()].find(
		(candidate) => candidate.id === vitallyUserId || candidate.email === email,
	);
	const user =
		userId === undefined ? findUserByEmail(state, email) : state.users.byExternalId(userId);

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

function findUserByEmail(state: ServiceState, email: string | undefined): User | undefined {
	if (email === undefined) return undefined;

	return [...state.users.all()].find((user) => user.email === email);
}

/** Returns the accounts and organizations of the users among the participants. */
export function customersOfParticipants(
	state: ServiceState,
	participants: MeetingParticipant[],
): Ties {
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

/** @throws HttpError 404 if the meeting has no such participant */
export function removeParticipant(state: ServiceState, meeting: Meeting, id: string): void {
	const removed = meeting.participants.find((participant) => participant.id === id);

	found(removed, 'Participant');

	const others = meeting.participants.filter((participant) => participant !== removed);

	changeParticipants(state, meeting, others);
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
