import { Router } from 'express';

import { searchAdmins } from '../state/admins.cts';
import { traitDefinitions } from '../state/customFields.cts';
import { searchInstances } from '../state/instanceSearch.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { searchUsers } from '../state/users.cts';
import { parametersOf } from './query.cts';

/** Reads that answer all matches without pages (docs/internal/public-facts.md, 4.12; docs/internal/beyond.md, 3, 6 and 9). */
export function searchRoutes(state: () => ServiceState): Router {
	const router = Router();

	router.get('/resources/customObjects/:id/instances/search', (req, res) => {
		res.json(searchInstances(state(), req.params.id, req.query));
	});
	router.get('/resources/users/search', (req, res) => {
		res.json(searchUsers(state(), parametersOf(req)));
	});
	router.get('/resources/admins/search', (req, res) => {
		res.json(searchAdmins(state(), String(req.query.email)));
	});
	router.get('/resources/customFields', (req, res) => {
		res.json(traitDefinitions(state(), parametersOf(req)));
	});

	return router;
}
