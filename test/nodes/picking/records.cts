import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { newAccount } from '../../../sandbox/state/customers.cts';
import { ACCOUNTS } from '../../fixtures/accounts.cts';
import { addAllResources } from '../../fixtures/allResources.cts';
import { byName } from '../../fixtures/locators.cts';
import { row } from '../../fixtures/records.cts';
import { GET } from '../../fixtures/requests.cts';

export const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
export const LINK = `https://acme.vitally.io/accounts/${ID}`;

/** Every kind of record; accounts Acme (which Vitally's ID names) and Acme Ltd (churned). */
export function given(sandbox: Sandbox): void {
	addAllResources(sandbox);
	const { accounts } = sandbox.state;
	const add = (id: string, name: string, traits = {}) =>
		accounts.insert(newAccount(row(id), `crm-${id}`, name, traits));

	add(ID, 'Acme');
	add('acc-ltd', 'Acme Ltd', { churnedAt: '2026-01-01T00:00:00.000Z' });
}

export const page = (path: string, query = {}) => GET(path, { ...query, limit: '100' });
export const accountPage = page(ACCOUNTS, { status: 'activeOrChurned', sortBy: 'createdAt' });

export const get = (resource: string, locator: object, also = {}) => ({
	parameters: {
		resource,
		operation: 'get',
		[`${resource}Id`]: locator,
		...also,
		output: 'raw',
	},
});
export const inDeals = { customObjectId: byName('deal') };
