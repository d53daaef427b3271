import { found } from '../httpError.cts';
import type { Meeting } from './meetings.cts';
import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';

/** docs/internal/beyond.md, 11 */
export interface Transcript extends Row {
	meetingId: string;
	transcript: Array<{
		speaker: { externalId: string; email?: string | null; name?: string };
		/** Times in milliseconds from the start. */
		sentences: { text: string; startTime?: number; endTime?: number }[];
	}>;
}

/** @throws HttpError 404 when the meeting has none */
export function transcriptOf(state: ServiceState, meetingId: string | undefined): Transcript {
	const meeting = found(state.meetings.byEitherId(meetingId), 'Meeting');
	const own = [...state.transcripts.all()].find((one) => one.meetingId === meeting.id);

	return found(own, 'Transcript');
}

/** Replaces the transcript of a meeting, or adds it. */
export function setTranscript(
	state: ServiceState,
	{ id: meetingId }: Meeting,
	{ transcript }: Pick<Transcript, 'transcript'>,
): Transcript {
	const own = [...state.transcripts.all()].find((one) => one.meetingId === meetingId);

	return own
		? state.transcripts.change(own, { transcript, updatedAt: state.now() })
		: state.transcripts.insert({ ...state.newRow(), meetingId, transcript });
}
