import { Router } from 'express';
import { accountRoutes } from './accounts.cts';
import { analyticsRoutes } from './analytics.cts';
import { conversationRoutes } from './conversations.cts';
import { customObjectRoutes } from './customObjects.cts';
import { directoryRoutes } from './directory.cts';
import { noteRoutes } from './notes.cts';
import { projectRoutes } from './projects.cts';
import { taskRoutes } from './tasks.cts';
import type { World } from './world.cts';

const ROOMS = [
	accountRoutes,
	analyticsRoutes,
	conversationRoutes,
	noteRoutes,
	taskRoutes,
	projectRoutes,
	customObjectRoutes,
	directoryRoutes,
];

/** Every endpoint; the busiest first, since they are tried in order. */
export function routes(world: World): Router {
	return ROOMS.reduce((router, room) => router.use(room(world)), Router());
}
