import { Router } from 'express';
import type { RequestHandler } from 'express';

import type { Endpoint, Method } from '../contract/description.cts';
import { found } from '../httpError.cts';
import type { Resource } from '../state/resource.cts';
import type { Kind } from '../state/resources.cts';
import type { Row } from '../state/row.cts';
import type { ServiceState } from '../state/serviceState.cts';
import type { Table } from '../state/table.cts';
import { pageQuery, parametersOf } from './query.cts';

type Handlers = Record<'list' | 'record', Partial<Record<Method, RequestHandler>>>;

/**
 * Builds the standard routes of a resource: list, list below a parent, create, get, update and delete, as
 * far as the contract has the endpoint and the definition implements it.
 *
 * @param endpoints all of the contract
 * @param state read again for each request, because a reset replaces it
 */
export function crudRoutes(
	endpoints: Endpoint[],
	kind: Kind,
	resource: Resource<Row>,
	state: () => ServiceState,
): Router {
	const table = (): Table<Row> => state()[kind];
	const { label, view = (_, row) => row, listView = view, create, update, remove } = resource;
	const findById: typeof resource.find = (_, { id }) => table().get(id);
	const { find = findById, findToUpdate = find, findToDelete = find } = resource;

	const handlers: Handlers = {
		list: {
			get: (req, res) => {
				const matches = resource.matches?.(state(), parametersOf(req));
				const page = table().page(pageQuery(req), matches);

				res.json({ ...page, results: page.results.map((row) => listView(state(), row)) });
			},
			post:
				create &&
				((req, res) => {
					res.json(view(state(), create(state(), req.body, parametersOf(req))));
				}),
		},
		record: {
			get: (req, res) => {
				res.json(view(state(), found(find(state(), parametersOf(req)), label)));
			},
			put:
				update &&
				((req, res) => {
					const row = found(findToUpdate(state(), parametersOf(req)), label);

					res.json(view(state(), update(state(), row, req.body)));
				}),
			delete:
				remove &&
				((req, res) => {
					const parameters = parametersOf(req);

					remove(state(), found(findToDelete(state(), parameters), label), parameters);
					res.status(204).end();
				}),
		},
	};

	const router = Router();

	for (const { method, path } of endpoints) {
		const place = placeOf(path, resource.path);
		const handler = place && handlers[place][method];
		if (handler) router[method](path.replace(/\{(\w+)\}/g, ':$1'), handler);
	}

	return router;
}

/** Returns what a path is: `…/{id}` of a list's path is a record; the path below a parent is a list as well. */
export function placeOf(path: string, listPath: string): keyof Handlers | undefined {
	const withoutParent = path.replace(/^\/resources\/\w+\/\{\w+\}\//, '/resources/');
	if (path === listPath || withoutParent === listPath) return 'list';

	return path.replace(/\/\{\w+\}$/, '') === listPath ? 'record' : undefined;
}
