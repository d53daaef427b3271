import express, { Router } from 'express';
import { contractDescription } from './contract/description.cts';
import type { Fault } from './faults.cts';
import type { Sandbox } from './sandbox.cts';

/**
 * Lets another process steer a sandbox over HTTP, under `/sandbox/`. Not part of the service: no key,
 * no limits, not recorded.
 */
export function controlRoutes(sandbox: () => Sandbox): Router {
	const router = Router();
	router.use(express.json());
	router.get('/openapi.json', (_req, res) => {
		res.json(contractDescription());
	});
	router.get('/requests', (_req, res) => {
		const { requests, maxInFlight } = sandbox();
		res.json({ requests, contractErrors: sandbox().contractErrors(), maxInFlight });
	});
	router.get('/state', (_req, res) => {
		res.json(sandbox().state.counts());
	});
	router.post('/faults', (req, res) => {
		sandbox().faults.add(req.body as Fault);
		res.status(204).end();
	});
	router.post('/limits', (req, res) => {
		res.json(Object.assign(sandbox().limits, req.body));
	});
	router.post('/reset', (_req, res) => {
		sandbox().reset();
		res.status(204).end();
	});
	return router;
}
