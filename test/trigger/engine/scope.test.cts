import { triggerProperties } from '../../../nodes/Vitally/trigger/parameters/triggerProperties';
import { createAccount } from '../../../sandbox/state/accounts.cts';
import { archive } from '../../../sandbox/state/archive.cts';
import { newOrganization } from '../../../sandbox/state/customers.cts';
import { createInstance, updateInstance } from '../../../sandbox/state/customObjects.cts';
import { rejectionOf } from '../../errors/thrownError.cts';
import { addDeal } from '../../fixtures/customObjects.cts';
import { byExternalId, byId, byName, typedId } from '../../fixtures/locators.cts';
import { pick } from '../../fixtures/pick.cts';
import { ANY_CHANGE, errorsOf, TriggerFixtures } from './fixtures.cts';

const UNKNOWN = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

describe('scope of the Vitally Trigger', () => {
	const fixtures = new TriggerFixtures();
	const ofAccount = (accountId: object) => ({ scope: 'account', accountId });
	const ofOrganization = (organizationId: object) => ({ scope: 'organization', organizationId });
	const deals = { customObjectId: typedId('obj-1') };

	it.each([
		['externalId', byExternalId],
		['id', typedId],
		['list', byId],
	])('reads the nested list of an External ID in mode %s', async (_mode, locatorOf) => {
		const { sandbox, activeAccounts } = fixtures;
		const [inside] = activeAccounts.filter((account) => account.organizationId);
		const id = String(inside.organizationId);
		const [outside] = activeAccounts.filter(({ organizationId }) => organizationId !== id);
		const { externalId } = sandbox.state.organizations.get(id) ?? {};
		const node = await fixtures.activate({
			...ANY_CHANGE,
			...ofOrganization(locatorOf(externalId)),
		});
		// The sandbox lists churned accounts here; the service may not.
		const churned = { traits: { churnedAt: sandbox.state.now() }, organizationId: id };
		const gone = createAccount(sandbox.state, { name: 'x', externalId: 'x', ...churned });

		fixtures.change(outside, { name: 'Outside' });
		fixtures.change(gone, { name: 'Gone' });
		fixtures.change(inside, { name: 'Inside' });
		await node.tick();

		expect(node.items.map(({ name }) => name)).toEqual(['Inside']);
		expect(sandbox.requests.map(({ path }) => path)).toEqual([
			`/resources/organizations/${externalId}`,
			`/resources/organizations/${id}/accounts`,
			`/resources/organizations/${externalId}`,
			`/resources/organizations/${id}/accounts`,
		]);
		expect(sandbox.contractErrors()).toEqual([]);
	});

	it('reads the instances of a custom object', async () => {
		const { sandbox, clock } = fixtures;
		const { state } = sandbox;

		addDeal(sandbox);
		const nodes = ['Created', 'Updated', 'Archived'].map((event) =>
			fixtures.open({ triggerOn: `customObjectInstance${event}`, ...deals }),
		);

		for (const node of nodes) await node.activate();
		clock.now += 1000;
		const instance = createInstance(state, 'obj-1', { name: 'Deal', customerId: 'acc-1' });

		clock.now += 1000;
		updateInstance(state, instance, { name: 'Large deal' });
		for (const node of nodes.slice(0, 2)) await node.tick();
		archive(state, state.instances, instance);
		await nodes[2].tick();

		expect(nodes.map(({ items }) => items.map(({ name }) => name))).toEqual([
			['Large deal'],
			['Large deal'],
			['Large deal'],
		]);
		expect(sandbox.requests[0].path).toBe('/resources/customObjects/obj-1/instances');
		expect(sandbox.contractErrors()).toEqual([]);
	});

	it('picks the instances of any of their accounts', async () => {
		const { sandbox, clock } = fixtures;
		const { state } = sandbox;

		addDeal(sandbox);
		const settings = { triggerOn: 'customObjectInstanceCreated', ...deals };
		const node = await fixtures.activate({ ...settings, ...ofAccount(byExternalId('A2')) });

		for (const name of ['First', 'Shared', 'Second']) {
			clock.now += 1000;
			const customerId = name === 'Second' ? 'acc-2' : 'acc-1';
			const instance = createInstance(state, 'obj-1', { name, customerId });
			if (name === 'Shared') state.instances.change(instance, { furtherCustomerIds: ['acc-2'] });
		}

		await node.tick();

		expect(node.items.map((item) => [item.name, item.accountNames])).toEqual([
			['Shared', ['Account 1', 'Account 2']],
			['Second', ['Account 2']],
		]);
	});

	it('continues with an organization that is created again with its External ID, and is an error while there is none', async () => {
		const { sandbox, clock } = fixtures;
		const { state } = sandbox;
		const addAcme = () =>
			state.organizations.insert(newOrganization(state.newRow(), 'acme', 'Acme', {}));

		const addChurned = (externalId: string, organizationId?: string) => {
			clock.now += 1000;
			const account = createAccount(state, { externalId, name: 'x', organizationId });

			fixtures.change(account, { traits: { churnedAt: state.now() } });
		};

		const addInsideAndOutside = (age: string) => {
			addChurned(`${age} inside`, state.organizations.byExternalId('acme')?.id);
			addChurned(`${age} outside`);
		};

		addAcme();
		const scope = ofOrganization(byExternalId('acme'));
		const node = await fixtures.activate({ triggerOn: 'accountChurned', ...scope });

		addInsideAndOutside('old');
		await node.tick();
		for (const account of fixtures.accounts) state.accounts.remove(account);
		for (const organization of state.organizations.all()) state.organizations.remove(organization);
		await node.tick();

		const missing = ['Vitally has no organization with the External ID "acme"'];

		expect(errorsOf(node)).toEqual(missing);

		addAcme();
		addInsideAndOutside('new');
		await node.tick();
		await node.tick();

		expect(errorsOf(node)).toEqual(missing);
		expect(node.items.map(({ externalId }) => externalId)).toEqual(['old inside', 'new inside']);
	});

	it('offers and accepts no name, which may change', async () => {
		const modes = triggerProperties
			.filter(({ type }) => type === 'resourceLocator')
			.flatMap((property) => (property.modes ?? []).map(({ name }) => name));

		expect(new Set(modes)).toEqual(new Set(['list', 'id', 'externalId', 'url']));

		const scope = ofAccount(typedId(UNKNOWN));

		for (const [triggerOn, parameter, label] of [
			['noteCreated', 'accountId', 'Account'],
			['customObjectInstanceCreated', 'customObjectId', 'Custom Object'],
		]) {
			const node = fixtures.open({ triggerOn, ...scope, [parameter]: byName('Acme') });
			const { message } = await rejectionOf(node.activate());

			expect(message).toBe(`The field '${label}' does not specify a record`);
		}
	});

	it('picks archived projects of an account from the list of all', async () => {
		const live = [...fixtures.sandbox.state.projects.all()].filter(({ archivedAt }) => !archivedAt);
		const [mine, ...others] = live;
		const node = await fixtures.activate({
			triggerOn: 'projectArchived',
			...ofAccount(typedId(mine.accountId)),
		});
		const other = others.find(({ accountId }) => accountId !== mine.accountId);

		for (const project of [mine, other]) {
			fixtures.clock.now += 1000;
			if (project) archive(fixtures.sandbox.state, fixtures.sandbox.state.projects, project);
		}

		await node.tick();

		expect(pick(node.items, 'id', 'archivedAt')).toEqual([
			{ id: mine.id, archivedAt: expect.any(String) },
		]);
		expect(fixtures.sandbox.contractErrors()).toEqual([]);
	});

	it.each([
		[typedId(''), "The field 'Account' is empty"],
		[typedId(UNKNOWN), `The account "${UNKNOWN}" was not found`],
		[byExternalId(UNKNOWN), `Vitally has no account with the External ID "${UNKNOWN}"`],
	])('prevents the activation where it is the account %j', async (account, message) => {
		const node = fixtures.open({ triggerOn: 'noteCreated', ...ofAccount(account) });

		const error = await rejectionOf(node.activate());

		expect(error.message).toBe(message);
	});
});
