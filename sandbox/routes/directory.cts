import { Router } from 'express';
import { getOrganization, listOrganizations, organizationView } from '../state/organizations.cts';
import { listAdmins, listUsers } from '../state/people.cts';
import { pageQuery } from './query.cts';
import type { World } from './world.cts';

/** Reads that fill pick-lists (public-facts.md, 4.2 to 4.4). */
export function directoryRoutes(world: World): Router {
	const router = Router();
	router.get('/resources/organizations', (req, res) => {
		res.json(listOrganizations(world.store, pageQuery(req)));
	});
	router.get('/resources/organizations/:id', (req, res) => {
		res.json(organizationView(world.store, getOrganization(world.store, req.params.id)));
	});
	router.get('/resources/users', (req, res) => {
		res.json(listUsers(world.store, pageQuery(req)));
	});
	router.get('/resources/admins', (req, res) => {
		res.json(listAdmins(world.store, pageQuery(req)));
	});
	return router;
}
