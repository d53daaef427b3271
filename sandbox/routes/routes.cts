import { Router } from 'express';
import { accountRoutes } from './accounts.cts';
import { directoryRoutes } from './directory.cts';
import type { World } from './world.cts';

/** Every endpoint; the busiest first, since they are tried in order. */
export function routes(world: World): Router {
	const router = Router();
	router.use(accountRoutes(world), directoryRoutes(world));
	return router;
}
