import { Router } from 'express';
import { archive } from '../state/archive.cts';
import { moveProject } from '../state/moves.cts';
import {
	createdProjectView,
	createProject,
	getProject,
	listProjects,
	listProjectTemplates,
	projectView,
	updateProject,
} from '../state/projects.cts';
import { archivedOf, nestedPaths, pageQuery, textOf } from './query.cts';
import type { ServiceState } from '../state/serviceState.cts';

/** service.md, Projects; templates and categories from public-facts.md, 4.9. */
export function projectRoutes(state: () => ServiceState): Router {
	const router = Router();
	router.get(nestedPaths('projects'), (req, res) => {
		const query = { ...pageQuery(req), archived: archivedOf(req) };
		res.json(listProjects(state(), req.params, query));
	});
	router.post('/resources/projects', (req, res) => {
		const project = createProject(state(), req.body);
		res.json(createdProjectView(state(), project));
	});
	router
		.route('/resources/projects/:id')
		.get((req, res) => {
			res.json(projectView(state(), getProject(state(), req.params.id)));
		})
		.put((req, res) => {
			const project = getProject(state(), req.params.id);
			res.json(projectView(state(), updateProject(state(), project, req.body)));
		})
		.delete((req, res) => {
			archive(state(), state().projects, getProject(state(), req.params.id));
			res.status(204).end();
		});
	const moves = ['accounts/:accountId', 'organizations/:organizationId'].map(
		(parent) => `/resources/${parent}/projects/:projectId/move`,
	);
	router.post(moves, (req, res) => {
		const { projectId, ...parent } = req.params as Record<string, string>;
		const moved = moveProject(state(), parent, projectId, req.body);
		res.json(projectView(state(), moved));
	});
	router.get('/resources/projectTemplates', (req, res) => {
		const categoryId = textOf(req.query.categoryId);
		res.json(listProjectTemplates(state(), { ...pageQuery(req), categoryId }));
	});
	router.get('/resources/projectCategories', (req, res) => {
		res.json(state().projectCategories.page(pageQuery(req)));
	});
	return router;
}
