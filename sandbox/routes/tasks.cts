import { Router } from 'express';
import { linkTask, listTasks, unlinkTask } from '../state/tasks.cts';
import { archivedOf, pageQuery, textOf } from './query.cts';
import type { ServiceState } from '../state/serviceState.cts';

/** Links between tasks and projects (service.md, Projects), and the list of tasks (public facts). */
export function taskRoutes(state: () => ServiceState): Router {
	const router = Router();
	router.get('/resources/tasks', (req, res) => {
		const query = {
			...pageQuery(req),
			archived: archivedOf(req),
			source: textOf(req.query.source),
		};
		res.json(listTasks(state(), query));
	});
	router
		.route('/resources/projects/:projectId/tasks/:taskId')
		.post((req, res) => {
			const source = textOf(req.query.source);
			const milestone = textOf(req.body?.milestone);
			const created = linkTask(state(), { ...req.params, source, milestone });
			res.status(created ? 201 : 200).json({ created });
		})
		.delete((req, res) => {
			unlinkTask(state(), { ...req.params, source: textOf(req.query.source) });
			res.status(204).end();
		});
	return router;
}
