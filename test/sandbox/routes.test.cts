import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { NextFunction, Request, Response } from 'express';
import { contractEndpoints } from '../../sandbox/contract/description.cts';
import { placeOf } from '../../sandbox/routes/crudRoutes.cts';
import { routes } from '../../sandbox/routes/routes.cts';
import { KINDS } from '../../sandbox/state/resources.cts';
import { emptyState } from '../../sandbox/state/serviceState.cts';

const endpoints = contractEndpoints().map(({ method, path }) => `${method} ${path}`);

describe('the routes', () => {
	let server: Server;

	// Without the contract's checks, so that requests without a proper body get through.
	beforeAll(async () => {
		const state = emptyState(Date.now);
		const app = express().use(express.json());
		app.use(routes(() => state));
		app.use((_req: Request, res: Response) => void res.status(501).end());
		app.use((_error: Error, _req: Request, res: Response, next: NextFunction) => {
			res.status(400).end();
			void next;
		});
		await new Promise<void>((done) => (server = app.listen(0, '127.0.0.1', () => done())));
	});
	afterAll(() => new Promise((done) => server.close(done)));

	const statusOf = async (method: string, path: string) => {
		const { port } = server.address() as AddressInfo;
		const url = `http://127.0.0.1:${port}${path.replace(/\{\w+\}/g, 'unknown')}`;
		return (await fetch(url, { method: method.toUpperCase() })).status;
	};

	it.each(endpoints)('have one for %s', async (endpoint) => {
		const [method, path] = endpoint.split(' ');
		expect(await statusOf(method, path)).not.toBe(501);
	});

	it('have none for what the contract does not know', async () => {
		expect(await statusOf('get', '/resources/segments')).toBe(501);
		expect(await statusOf('post', '/resources/noteCategories')).toBe(501);
		expect(await statusOf('delete', '/resources/admins/{id}')).toBe(501);
	});
});

describe('each definition of a resource', () => {
	it.each(KINDS)('%s can do only what the contract has an endpoint for', (_kind, resource) => {
		const places = contractEndpoints().map(
			({ method, path }) => `${method} ${placeOf(path, resource.path)}`,
		);
		expect(places).toContainEqual(expect.stringMatching(/ (list|record)$/));
		if (resource.create) expect(places).toContain('post list');
		if (resource.update) expect(places).toContain('put record');
		if (resource.remove) expect(places).toContain('delete record');
	});
});
