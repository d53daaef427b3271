import { Router } from 'express';
import { archive } from '../state/archive.cts';
import {
	createInstance,
	getCustomObject,
	getInstance,
	instanceView,
	listInstances,
	searchInstances,
	updateInstance,
} from '../state/customObjects.cts';
import { archivedOf, pageQuery } from './query.cts';
import type { ServiceState } from '../state/serviceState.cts';

const OBJECT = '/resources/customObjects/:id';

/** service.md, Custom objects; prefix and payloads from public-facts.md, 4.12. */
export function customObjectRoutes(state: () => ServiceState): Router {
	const router = Router();
	router.get('/resources/customObjects', (req, res) => {
		res.json(state().customObjects.page(pageQuery(req)));
	});
	router.get(OBJECT, (req, res) => {
		res.json(getCustomObject(state(), req.params.id));
	});
	router.get(`${OBJECT}/instances/search`, (req, res) => {
		res.json(searchInstances(state(), String(req.params.id), req.query));
	});
	router
		.route(`${OBJECT}/instances`)
		.get((req, res) => {
			const query = { ...pageQuery(req), archived: archivedOf(req) };
			res.json(listInstances(state(), String(req.params.id), query));
		})
		.post((req, res) => {
			const instance = createInstance(state(), String(req.params.id), req.body);
			res.json(instanceView(state(), instance));
		});
	router
		.route('/resources/customObjects/:id/instances/:instanceId')
		.put((req, res) => {
			const instance = getInstance(state(), req.params.id, req.params.instanceId);
			res.json(instanceView(state(), updateInstance(state(), instance, req.body)));
		})
		.delete((req, res) => {
			const instance = getInstance(state(), req.params.id, req.params.instanceId);
			archive(state(), state().instances, instance);
			res.status(204).end();
		});
	return router;
}
