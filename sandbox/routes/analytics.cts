import { Router } from 'express';
import { ANALYTICS_TYPES, receiveMessages } from '../state/analytics.cts';
import type { ServiceState } from '../state/serviceState.cts';

/** docs/service.md, Analytics API: account message; the other types from docs/public-facts.md, 6. */
export function analyticsRoutes(state: () => ServiceState): Router {
	const router = Router();
	for (const type of ANALYTICS_TYPES) {
		router.post(`/analytics/v1/${type}`, (req, res) => {
			receiveMessages(state(), [{ ...req.body, type }]);
			res.json({ message: 'Success.' });
		});
	}
	router.post('/analytics/v1/batch', (req, res) => {
		receiveMessages(state(), req.body);
		res.json({ message: 'Success.' });
	});
	return router;
}
