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
import type { World } from './world.cts';

/** service.md, Projects; templates and categories from public-facts.md, 4.9. */
export function projectRoutes(world: World): Router {
	const router = Router();
	router.get(nestedPaths('projects'), (req, res) => {
		const query = { ...pageQuery(req), archived: archivedOf(req) };
		res.json(listProjects(world.store, req.params, query));
	});
	router.post('/resources/projects', (req, res) => {
		const project = createProject(world.store, req.body);
		res.json(createdProjectView(world.store, project));
	});
	router
		.route('/resources/projects/:id')
		.get((req, res) => {
			res.json(projectView(world.store, getProject(world.store, req.params.id)));
		})
		.put((req, res) => {
			const project = getProject(world.store, req.params.id);
			res.json(projectView(world.store, updateProject(world.store, project, req.body)));
		})
		.delete((req, res) => {
			archive(world.store, world.store.projects, getProject(world.store, req.params.id));
			res.status(204).end();
		});
	const moves = ['accounts/:accountId', 'organizations/:organizationId'].map(
		(parent) => `/resources/${parent}/projects/:projectId/move`,
	);
	router.post(moves, (req, res) => {
		const { projectId, ...parent } = req.params as Record<string, string>;
		const moved = moveProject(world.store, parent, projectId, req.body);
		res.json(projectView(world.store, moved));
	});
	router.get('/resources/projectTemplates', (req, res) => {
		const categoryId = textOf(req.query.categoryId);
		res.json(listProjectTemplates(world.store, { ...pageQuery(req), categoryId }));
	});
	router.get('/resources/projectCategories', (req, res) => {
		res.json(world.store.projectCategories.page(pageQuery(req)));
	});
	return router;
}
