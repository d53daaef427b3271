import type { Admin } from '../state/admins.cts';
import { createMeeting } from '../state/meetings.cts';
import type { Meeting, MeetingBody } from '../state/meetings.cts';
import type { ServiceState } from '../state/serviceState.cts';
import type { User } from '../state/users.cts';
import { daysAgo } from './calendar.cts';
import type { SeededRandom } from './seededRandom.cts';

const TITLES = ['Kick-off', 'Monthly check-in', 'Quarterly review', 'Renewal talk'];

const HOUR = 1 / 24;

/** Adds meetings of a teammate with one or two users, half of them with a transcript; some lie ahead. */
export function addMeetings(
	state: ServiceState,
	random: SeededRandom,
	count: number,
	{ users, admins }: { users: User[]; admins: Admin[] },
): void {
	if (users.length === 0 || admins.length === 0) return;

	for (let index = 0; index < count; index += 1) {
		const guests = [...new Set([random.pick(users), random.pick(users)])];
		const host = random.pick(admins);
		const age = random.between(-20, 120) + random.fraction();
		const isOver = age > 0;
		const title = random.pick(TITLES);
		const body: MeetingBody = {
			externalId: `meeting-${index + 1}`,
			title,
			startDateTime: daysAgo(age),
			endDateTime: daysAgo(age - HOUR),
			traits: { 'vitally.custom.mood': random.pick(['calm', 'tense', 'warm']) },
			participants: [
				{ vitallyUserId: host.id, type: 'organizer', responseStatus: 'accepted' },
				...guests.map(({ externalId }) => ({ userId: externalId, type: 'attendee' as const })),
			],
		};

		if (isOver) {
			body.summary = `${title}: goals agreed, next step set.`;
			body.keyPoints = ['Goals agreed', 'Next step set'];
			body.recordingUrl = `https://recordings.example/${index + 1}`;
		}

		const meeting = createMeeting(state, body);
		const createdAt = daysAgo(Math.abs(age) + 7);

		state.meetings.change(meeting, {
			createdAt,
			updatedAt: isOver ? daysAgo(age - HOUR) : createdAt,
			archivedAt: isOver && random.percent(5) ? daysAgo(age - HOUR) : null,
		});
		if (isOver && index % 2 === 0) addTranscript(state, meeting, host, guests[0]);
	}
}

function addTranscript(state: ServiceState, meeting: Meeting, host: Admin, guest: User): void {
	const { id: meetingId, title, updatedAt } = meeting;
	const sentence = (text: string, startTime: number) => ({
		text,
		startTime,
		endTime: startTime + 4000,
	});

	state.transcripts.insert({
		id: state.newId(),
		createdAt: updatedAt,
		updatedAt,
		meetingId,
		transcript: [
			{
				speaker: { externalId: host.id, email: host.email, name: host.name },
				sentences: [sentence(`Welcome to our ${title.toLowerCase()}.`, 0)],
			},
			{
				speaker: {
					externalId: guest.externalId,
					email: guest.email,
					name: guest.name ?? guest.externalId,
				},
				sentences: [
					sentence('The export still takes four hours.', 5000),
					sentence('Apart from that we are happy.', 9000),
				],
			},
		],
	});
}
