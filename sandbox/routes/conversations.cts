import { Router } from 'express';
import {
	conversationView,
	createConversation,
	getConversation,
	listConversations,
	updateConversation,
} from '../state/conversations.cts';
import { nestedPaths, pageQuery } from './query.cts';
import type { ServiceState } from '../state/serviceState.cts';

/** service.md, Conversations. */
export function conversationRoutes(state: () => ServiceState): Router {
	const router = Router();
	router.get(nestedPaths('conversations'), (req, res) => {
		res.json(listConversations(state(), req.params, pageQuery(req)));
	});
	router.post('/resources/conversations', (req, res) => {
		const made = createConversation(state(), req.body, state().duplicateExternalId);
		res.json(conversationView(state(), made));
	});
	router
		.route('/resources/conversations/:id')
		.get((req, res) => {
			res.json(conversationView(state(), getConversation(state(), req.params.id)));
		})
		.put((req, res) => {
			const conversation = getConversation(state(), req.params.id);
			const updated = updateConversation(state(), conversation, req.body);
			res.json(conversationView(state(), updated));
		})
		.delete((req, res) => {
			state().conversations.remove(getConversation(state(), req.params.id));
			res.status(204).end();
		});
	return router;
}
