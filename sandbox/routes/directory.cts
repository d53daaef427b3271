import { Router } from 'express';
import { getOrganization, listOrganizations, organizationView } from '../state/organizations.cts';
import { listAdmins, listUsers } from '../state/people.cts';
import { pageQuery } from './query.cts';
import type { ServiceState } from '../state/serviceState.cts';

/** Reads that fill pick-lists (public-facts.md, 4.2 to 4.4). */
export function directoryRoutes(state: () => ServiceState): Router {
	const router = Router();
	router.get('/resources/organizations', (req, res) => {
		res.json(listOrganizations(state(), pageQuery(req)));
	});
	router.get('/resources/organizations/:id', (req, res) => {
		res.json(organizationView(state(), getOrganization(state(), req.params.id)));
	});
	router.get('/resources/users', (req, res) => {
		res.json(listUsers(state(), pageQuery(req)));
	});
	router.get('/resources/admins', (req, res) => {
		res.json(listAdmins(state(), pageQuery(req)));
	});
	return router;
}
