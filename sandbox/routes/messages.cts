import { Router } from 'express';

import { found } from '../httpError.cts';
import { addMessage, deleteMessage, findMessage } from '../state/conversationMessages.cts';
import type { ServiceState } from '../state/serviceState.cts';

/** Messages one by one (docs/internal/beyond.md, 8). */
export function messageRoutes(state: () => ServiceState): Router {
	const router = Router();

	router.post('/resources/conversations/:conversationId/messages', (req, res) => {
		const { conversationId } = req.params;
		const conversation = found(state().conversations.get(conversationId), 'Conversation');

		res.json(addMessage(state(), conversation, req.body));
	});
	router
		.route('/resources/messages/:id')
		.get((req, res) => {
			res.json(findMessage(state(), req.params.id));
		})
		.delete((req, res) => {
			deleteMessage(state(), req.params.id);
			res.status(204).end();
		});

	return router;
}
