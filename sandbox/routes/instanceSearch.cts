import { Router } from 'express';
import { searchInstances } from '../state/instanceSearch.cts';
import type { ServiceState } from '../state/serviceState.cts';

/** A bare list of all matches (docs/public-facts.md, 4.12). */
export function instanceSearchRoutes(state: () => ServiceState): Router {
	const router = Router();
	router.get('/resources/customObjects/:id/instances/search', (req, res) => {
		res.json(searchInstances(state(), req.params.id, req.query));
	});
	return router;
}
