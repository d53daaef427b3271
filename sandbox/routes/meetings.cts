import { Router } from 'express';

import { found } from '../httpError.cts';
import { addParticipant, removeParticipant } from '../state/meetingParticipants.cts';
import { meetingView } from '../state/meetings.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { setTranscript, transcriptOf } from '../state/transcripts.cts';
import { pageQuery } from './query.cts';

/** What only meetings have: participants and transcripts (docs/internal/beyond.md, 11). */
export function meetingRoutes(state: () => ServiceState): Router {
	const meetingOf = (id: string) => found(state().meetings.byEitherId(id), 'Meeting');
	const router = Router();

	router.post('/resources/meetings/:id/participants', (req, res) => {
		const meeting = addParticipant(state(), meetingOf(req.params.id), req.body);

		res.json(meetingView(state(), meeting));
	});
	router.delete('/resources/meetings/:id/participants/:participantId', (req, res) => {
		removeParticipant(state(), meetingOf(req.params.id), req.params.participantId);
		res.status(204).end();
	});
	router.get('/resources/meetings/:id/transcript', (req, res) => {
		res.json(transcriptOf(state(), req.params.id));
	});
	router.post('/resources/meetings/:id/transcript', (req, res) => {
		res.json(setTranscript(state(), meetingOf(req.params.id), req.body));
	});

	router.get('/resources/meetingTranscripts', (req, res) => {
		res.json(state().transcripts.page(pageQuery(req)));
	});

	return router;
}
