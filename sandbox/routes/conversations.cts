import { Router } from 'express';
import {
	conversationView,
	createConversation,
	getConversation,
	listConversations,
	updateConversation,
} from '../state/conversations.cts';
import { nestedPaths, pageQuery } from './query.cts';
import type { World } from './world.cts';

/** service.md, Conversations. */
export function conversationRoutes(world: World): Router {
	const router = Router();
	router.get(nestedPaths('conversations'), (req, res) => {
		res.json(listConversations(world.store, req.params, pageQuery(req)));
	});
	router.post('/resources/conversations', (req, res) => {
		const made = createConversation(world.store, req.body, world.duplicateExternalId);
		res.json(conversationView(world.store, made));
	});
	router
		.route('/resources/conversations/:id')
		.get((req, res) => {
			res.json(conversationView(world.store, getConversation(world.store, req.params.id)));
		})
		.put((req, res) => {
			const conversation = getConversation(world.store, req.params.id);
			const updated = updateConversation(world.store, conversation, req.body);
			res.json(conversationView(world.store, updated));
		})
		.delete((req, res) => {
			world.store.conversations.remove(getConversation(world.store, req.params.id));
			res.status(204).end();
		});
	return router;
}
