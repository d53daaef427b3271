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
import type { ServiceState } from '../state/serviceState.cts';

/** service.md, Accounts. */
export function accountRoutes(state: () => ServiceState): Router {
	const router = Router();
	router.get('/resources/accounts', (req, res) => {
		const status = req.query.status as AccountStatus | undefined;
		res.json(listAccounts(state(), { ...pageQuery(req), status }));
	});
	router.get('/resources/organizations/:organizationId/accounts', (req, res) => {
		const { organizationId } = req.params;
		res.json(listAccountsOfOrganization(state(), organizationId, pageQuery(req)));
	});
	router.post('/resources/accounts', (req, res) => {
		const account = createAccount(state(), req.body, state().duplicateExternalId);
		res.json(accountView(state(), account));
	});
	router.get('/resources/accounts/:id/healthScores', (req, res) => {
		res.json(healthScores(getAccount(state(), req.params.id)));
	});
	router
		.route('/resources/accounts/:id')
		.get((req, res) => {
			res.json(accountView(state(), getAccount(state(), req.params.id)));
		})
		.put((req, res) => {
			const account = getAccount(state(), req.params.id);
			res.json(accountView(state(), updateAccount(state(), account, req.body)));
		})
		.delete((req, res) => {
			destroyAccount(state(), getAccount(state(), req.params.id));
			res.status(204).end();
		});
	return router;
}
