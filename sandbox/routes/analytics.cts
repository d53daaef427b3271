import { Router } from 'express';
import { HttpError } from '../httpError.cts';
import { receiveAccountMessage } from '../state/analytics.cts';
import type { AccountMessage } from '../state/analytics.cts';
import type { ServiceState } from '../state/serviceState.cts';

/**
 * docs/service.md, Analytics API: account message; batches from docs/public-facts.md, 6 (account
 * messages only).
 */
export function analyticsRoutes(state: () => ServiceState): Router {
	const receive = (messages: AccountMessage[]) => {
		if (state().analytics.accountMessagesBlocked)
			throw new HttpError(400, 'Account messages are blocked.');
		for (const message of messages) receiveAccountMessage(state(), message);
		return { message: 'Success.' };
	};
	const router = Router();
	router.post('/analytics/v1/account', (req, res) => {
		res.json(receive([req.body]));
	});
	router.post('/analytics/v1/batch', (req, res) => {
		res.json(receive(req.body));
	});
	return router;
}
