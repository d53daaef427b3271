import { Router } from 'express';
import { Refusal } from '../refusal.cts';
import { receiveAccountMessage } from '../state/analytics.cts';
import type { AccountMessage } from '../state/analytics.cts';
import type { World } from './world.cts';

/** service.md, Analytics API; batches from public-facts.md, 6, with account messages only. */
export function analyticsRoutes(world: World): Router {
	const receive = (messages: AccountMessage[]) => {
		if (world.analytics.accountMessagesBlocked)
			throw new Refusal(400, 'Account messages are blocked.');
		for (const message of messages) receiveAccountMessage(world.store, message);
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
