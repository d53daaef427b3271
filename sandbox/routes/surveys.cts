import { Router } from 'express';

import type { ServiceState } from '../state/serviceState.cts';
import { surveyQuestion, surveyResponse, surveyResponses } from '../state/surveys.cts';
import { pageQuery } from './query.cts';

/** Answers are under `data` (docs/internal/beyond.md, 12). */
export function surveyRoutes(state: () => ServiceState): Router {
	const router = Router();

	router.get('/resources/surveys/:surveyId/responses', (req, res) => {
		res.json(surveyResponses(state(), req.params.surveyId, pageQuery(req)));
	});
	router.get('/resources/surveyResponses/:id', (req, res) => {
		res.json(surveyResponse(state(), req.params.id));
	});
	router.get('/resources/surveyQuestions/:id', (req, res) => {
		res.json(surveyQuestion(state(), req.params.id));
	});

	return router;
}
