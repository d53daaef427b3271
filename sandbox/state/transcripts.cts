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

/** @throws HttpError 404 if there is no such meeting, or it has no transcript */
export function transcriptOf(state: ServiceState, meetingId: string | undefined): Transcript {
	const meeting = found(state.meetings.byEitherId(meetingId), 'Meeting');

	return found(findTranscript(state, meeting.id), 'Transcript');
}

/** Replaces the transcript of a meeting, or adds it. */
export function setTranscript(
	state: ServiceState,
	{ id: meetingId }: Meeting,
	{ transcript }: Pick<Transcript, 'transcript'>,
): Transcript {
	const known = findTranscript(state, meetingId);
	if (known) return state.transcripts.change(known, { transcript, updatedAt: state.now() });

	return state.transcripts.insert({ ...state.newRow(), meetingId, transcript });
}

function findTranscript(state: ServiceState, meetingId: string): Transcript | undefined {
	return [...state.transcripts.all()].find((transcript) => transcript.meetingId === meetingId);
}
