import { Router } from 'express';

import { ANALYTICS_TYPES, receiveMessages } from '../state/analytics.cts';
import type { Message } from '../state/analytics.cts';
import type { ServiceState } from '../state/serviceState.cts';

/** docs/internal/service.md, Analytics API: account message; the other types and batches: docs/internal/public-facts.md, 6. */
export function analyticsRoutes(state: () => ServiceState): Router {
	const receive = (messages: Message[]) => {
		receiveMessages(state(), messages);

		return { message: 'Success.' };
	};

	const router = Router();

	for (const type of ANALYTICS_TYPES) {
		router.post(`/analytics/v1/${type}`, (req, res) => {
			res.json(receive([{ type, ...req.body }]));
		});
	}

	router.post('/analytics/v1/batch', (req, res) => {
		res.json(receive(req.body));
	});

	return router;
}
