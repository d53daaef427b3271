import { Router } from 'express';
import { accountRoutes } from './accounts.cts';
import { analyticsRoutes } from './analytics.cts';
import { conversationRoutes } from './conversations.cts';
import { customObjectRoutes } from './customObjects.cts';
import { directoryRoutes } from './directory.cts';
import { noteRoutes } from './notes.cts';
import { projectRoutes } from './projects.cts';
import { taskRoutes } from './tasks.cts';
import type { ServiceState } from '../state/serviceState.cts';

const ROUTES = [
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
export function routes(state: () => ServiceState): Router {
	return ROUTES.reduce((router, createRoutes) => router.use(createRoutes(state)), Router());
}
