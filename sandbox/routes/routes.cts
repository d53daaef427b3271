import { Router } from 'express';

import { contractEndpoints } from '../contract/description.cts';
import { KINDS } from '../state/resources.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { analyticsRoutes } from './analytics.cts';
import { crudRoutes } from './crudRoutes.cts';
import { healthScoreRoutes } from './healthScores.cts';
import { meetingRoutes } from './meetings.cts';
import { messageRoutes } from './messages.cts';
import { projectRoutes } from './projects.cts';
import { searchRoutes } from './searches.cts';
import { surveyRoutes } from './surveys.cts';
import { taskLinkRoutes } from './taskLinks.cts';

/** The routes that are not standard. */
const SPECIAL_ROUTES = [
	analyticsRoutes,
	healthScoreRoutes,
	projectRoutes,
	taskLinkRoutes,
	searchRoutes,
	messageRoutes,
	meetingRoutes,
	surveyRoutes,
];

/**
 * Builds the routes of every endpoint. The special ones come first: `…/search` is no id.
 *
 * @param state read again for each request, because a reset replaces it
 */
export function routes(state: () => ServiceState): Router {
	const router = Router();

	for (const specialRoutes of SPECIAL_ROUTES) router.use(specialRoutes(state));

	const endpoints = contractEndpoints();

	for (const [kind, resource] of KINDS) {
		router.use(crudRoutes(endpoints, kind, resource, state));
	}

	return router;
}
