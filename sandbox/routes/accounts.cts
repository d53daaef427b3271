import { Router } from 'express';
import {
	accountView,
	createAccount,
	getAccount,
	healthScores,
	listAccounts,
	listAccountsOfOrganization,
	updateAccount,
} from '../state/accounts.cts';
import type { AccountStatus } from '../state/accounts.cts';
import { destroyAccount } from '../state/destruction.cts';
import { pageQuery } from './query.cts';
import type { World } from './world.cts';

/** service.md, Accounts. */
export function accountRoutes(world: World): Router {
	const router = Router();
	router.get('/resources/accounts', (req, res) => {
		const status = req.query.status as AccountStatus | undefined;
		res.json(listAccounts(world.store, { ...pageQuery(req), status }));
	});
	router.get('/resources/organizations/:organizationId/accounts', (req, res) => {
		const { organizationId } = req.params;
		res.json(listAccountsOfOrganization(world.store, organizationId, pageQuery(req)));
	});
	router.post('/resources/accounts', (req, res) => {
		const account = createAccount(world.store, req.body, world.duplicateExternalId);
		res.json(accountView(world.store, account));
	});
	router.get('/resources/accounts/:id/healthScores', (req, res) => {
		res.json(healthScores(getAccount(world.store, req.params.id)));
	});
	router
		.route('/resources/accounts/:id')
		.get((req, res) => {
			res.json(accountView(world.store, getAccount(world.store, req.params.id)));
		})
		.put((req, res) => {
			const account = getAccount(world.store, req.params.id);
			res.json(accountView(world.store, updateAccount(world.store, account, req.body)));
		})
		.delete((req, res) => {
			destroyAccount(world.store, getAccount(world.store, req.params.id));
			res.status(204).end();
		});
	return router;
}
