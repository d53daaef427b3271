import { Router } from 'express';

import { found } from '../httpError.cts';
import { healthScores } from '../state/accounts.cts';
import type { ServiceState } from '../state/serviceState.cts';

/** docs/internal/service.md, Accounts. */
export function healthScoreRoutes(state: () => ServiceState): Router {
	const router = Router();

	router.get('/resources/accounts/:id/healthScores', (req, res) => {
		res.json(healthScores(found(state().accounts.byEitherId(req.params.id), 'Account')));
	});

	return router;
}
