import { Router } from 'express';

import { moveProject } from '../state/moves.cts';
import { createdProjectView, createProject, projectView } from '../state/projects.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { parametersOf } from './query.cts';

/**
 * What only projects have: a different response to a creation, and moves (docs/internal/service.md,
 * Projects).
 */
export function projectRoutes(state: () => ServiceState): Router {
	const router = Router();

	router.post('/resources/projects', (req, res) => {
		res.json(createdProjectView(state(), createProject(state(), req.body)));
	});
	const moves = ['accounts/:accountId', 'organizations/:organizationId'].map(
		(parent) => `/resources/${parent}/projects/:projectId/move`,
	);

	router.post(moves, (req, res) => {
		res.json(projectView(state(), moveProject(state(), parametersOf(req), req.body)));
	});

	return router;
}
