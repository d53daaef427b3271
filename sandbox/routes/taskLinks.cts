import { Router } from 'express';

import type { ServiceState } from '../state/serviceState.cts';
import { linkTask, unlinkTask } from '../state/taskLinks.cts';
import { parametersOf } from './query.cts';

/** Links between tasks and projects (docs/internal/service.md, Projects). */
export function taskLinkRoutes(state: () => ServiceState): Router {
	const router = Router();

	router
		.route('/resources/projects/:projectId/tasks/:taskId')
		.post((req, res) => {
			const created = linkTask(state(), parametersOf(req), req.body);

			res.status(created ? 201 : 200).json({ created });
		})
		.delete((req, res) => {
			unlinkTask(state(), parametersOf(req));
			res.status(204).end();
		});

	return router;
}
