import express, { Router } from 'express';

import { readAuthorization } from './authentication.cts';
import { contractDescription } from './contract/description.cts';
import type { Fault } from './faults.cts';
import type { Sandbox } from './sandbox.cts';

/**
 * Lets another process steer a sandbox over HTTP, under `/sandbox/`, with the key of its REST API. The routes are
 * no part of the service: they have no limits and are not recorded.
 */
export function controlRoutes(sandbox: Sandbox): Router {
	const router = Router();

	router.use((req, res, next) => {
		if (readAuthorization(req, sandbox) === 'rest') return next();

		res.status(401).json({ error: 'These routes need the key of the sandbox.' });
	});
	router.use(express.json());
	router.get('/openapi.json', (_req, res) => {
		res.json(contractDescription());
	});
	router.get('/requests', (_req, res) => {
		const { requests, maxInFlight } = sandbox;

		res.json({ requests, contractErrors: sandbox.contractErrors(), maxInFlight });
	});
	router.get('/state', (_req, res) => {
		res.json(sandbox.state.counts());
	});
	router.post('/faults', (req, res) => {
		sandbox.faults.add(req.body as Fault);
		res.status(204).end();
	});
	router.post('/limits', (req, res) => {
		res.json(Object.assign(sandbox.limits, req.body));
	});
	router.post('/reset', (_req, res) => {
		sandbox.reset();
		res.status(204).end();
	});

	return router;
}
