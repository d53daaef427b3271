import { triggerProperties } from '../../../nodes/Vitally/trigger/parameters/triggerProperties';
import { createAccount } from '../../../sandbox/state/accounts.cts';
import { archive } from '../../../sandbox/state/archive.cts';
import { newOrganization } from '../../../sandbox/state/customers.cts';
import { createInstance, updateInstance } from '../../../sandbox/state/customObjects.cts';
import type { PolledNode } from '../../engine/poll.cts';
import { rejectionOf } from '../../errors/thrownError.cts';
import { addDeal } from '../../fixtures/customObjects.cts';
import { byExternalId, byId, byName, typedId } from '../../fixtures/locators.cts';
import { addNote } from '../../fixtures/notes.cts';
import { pick } from '../../fixtures/pick.cts';
import { activationErrorOf, ANY_CHANGE, errorsOf, TriggerFixtures } from './fixtures.cts';

const UNKNOWN = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

describe('scope of the Vitally Trigger', () => {
	const fixtures = new TriggerFixtures();
	const ofAccount = (accountId: object) => ({ scope: 'account', accountId });
	const ofOrganization = (organizationId: object) => ({ scope: 'organization', organizationId });
	const deals = { customObjectId: typedId('obj-1') };

	it('leaves out the churned accounts of an organization, which its list may have', async () => {
		const { state } = fixtures.sandbox;
		const [{ id: organizationId, externalId }] = state.organizations.all();
		const node = await fixtures.activate({
			...ANY_CHANGE,
			...ofOrganization(byExternalId(externalId)),
		});

		for (const name of ['Churned', 'Active']) {
			const account = createAccount(state, { name, externalId: name, organizationId });

			fixtures.change(account, name === 'Churned' ? { traits: { churnedAt: state.now() } } : {});
		}

		await node.tick();

		expect({ emitted: node.items.map(({ name }) => name) }).toEqual({ emitted: ['Active'] });
	});

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
		const node = fixtures.open({ ...ANY_CHANGE, ...ofOrganization(locatorOf(externalId)) });

		expect({ error: await activationErrorOf(node) }).toEqual({ error: undefined });

		fixtures.change(outside, { name: 'Outside' });
		fixtures.change(inside, { name: 'Inside' });
		await node.tick();

		const [found, list] = sandbox.requests.slice(2).map(({ path }) => path);

		expect({ emitted: node.items.map(({ name }) => name), found, list }).toEqual({
			emitted: ['Inside'],
			// The organization is looked up in each poll.
			found: `/resources/organizations/${externalId}`,
			list: `/resources/organizations/${id}/accounts`,
		});
		expect(sandbox.contractErrors()).toEqual([]);
	});

	it('reads the instances of a custom object', async () => {
		const { sandbox, clock } = fixtures;
		const { state } = sandbox;

		addDeal(sandbox);
		const created = fixtures.open({ triggerOn: 'customObjectInstanceCreated', ...deals });
		const updated = fixtures.open({ triggerOn: 'customObjectInstanceUpdated', ...deals });
		const archived = fixtures.open({ triggerOn: 'customObjectInstanceArchived', ...deals });
		const nodes = [created, updated, archived];
		const namesOf = ({ items }: PolledNode) => items.map(({ name }) => name);

		for (const node of nodes) await node.activate();
		clock.now += 1000;
		const instance = createInstance(state, 'obj-1', { name: 'Deal', customerId: 'acc-1' });

		clock.now += 1000;
		updateInstance(state, instance, { name: 'Large deal' });
		for (const node of [created, updated]) await node.tick();
		archive(state, state.instances, instance);
		await archived.tick();

		expect({
			created: namesOf(created),
			updated: namesOf(updated),
			archived: namesOf(archived),
			list: sandbox.requests[0].path,
		}).toEqual({
			created: ['Large deal'],
			updated: ['Large deal'],
			archived: ['Large deal'],
			list: '/resources/customObjects/obj-1/instances',
		});
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

		expect(pick(node.items, 'name', 'accountNames')).toEqual([
			{ name: 'Shared', accountNames: ['Account 1', 'Account 2'] },
			{ name: 'Second', accountNames: ['Account 2'] },
		]);
	});

	describe('an organization as scope, by its External ID', () => {
		const addAcme = () => {
			const { state } = fixtures.sandbox;

			state.organizations.insert(newOrganization(state.newRow(), 'acme', 'Acme', {}));
		};

		const churn = (externalId: string, organizationId?: string) => {
			const { state } = fixtures.sandbox;

			fixtures.clock.now += 1000;
			const account = createAccount(state, { externalId, name: 'x', organizationId });

			fixtures.change(account, { traits: { churnedAt: state.now() } });
		};

		const churnInside = (externalId: string) =>
			churn(externalId, fixtures.sandbox.state.organizations.byExternalId('acme')?.id);

		const removeAll = () => {
			const { accounts, organizations } = fixtures.sandbox.state;

			for (const account of fixtures.accounts) accounts.remove(account);
			for (const organization of organizations.all()) organizations.remove(organization);
		};

		const activate = async () => {
			addAcme();

			return await fixtures.activate({
				triggerOn: 'accountChurned',
				...ofOrganization(byExternalId('acme')),
			});
		};

		const externalIdsOf = ({ items }: PolledNode) => items.map(({ externalId }) => externalId);

		it('picks its churned accounts from the list of all', async () => {
			const node = await activate();

			churnInside('inside');
			churn('outside');
			await node.tick();

			expect({ emitted: externalIdsOf(node), errors: errorsOf(node) }).toEqual({
				emitted: ['inside'],
				errors: [],
			});
		});

		it('ends the poll in an error while there is none', async () => {
			const node = await activate();

			removeAll();
			await node.tick();

			expect({ errors: errorsOf(node) }).toEqual({
				errors: ['Vitally has no organization with the External ID "acme"'],
			});
		});

		it('continues, each account once, when it is created again with another Vitally ID', async () => {
			const node = await activate();

			churnInside('before');
			await node.tick();
			removeAll();
			addAcme();
			churnInside('after');
			await node.tick();
			await node.tick();

			expect({ emitted: externalIdsOf(node) }).toEqual({ emitted: ['before', 'after'] });
		});
	});

	it.each(triggerProperties.filter(({ type }) => type === 'resourceLocator'))(
		'offers no name for $name, because it may change',
		({ modes = [] }) => {
			const offered = modes.map(({ name }) => name);

			expect(offered.filter((mode) => mode === 'name')).toEqual([]);
		},
	);

	it.each([
		{ triggerOn: 'noteCreated', parameter: 'accountId', label: 'Account' },
		{
			triggerOn: 'customObjectInstanceCreated',
			parameter: 'customObjectId',
			label: 'Custom Object',
		},
	])(
		'accepts no name for $label, because it may change',
		async ({ triggerOn, parameter, label }) => {
			const scope = ofAccount(typedId(UNKNOWN));
			const node = fixtures.open({ triggerOn, ...scope, [parameter]: byName('Acme') });
			const { message } = await rejectionOf(node.activate());

			expect({ message }).toEqual({ message: `The field '${label}' does not specify a record` });
		},
	);

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
		{ name: 'an empty ID', account: typedId(''), message: "The field 'Account' is empty" },
		{
			name: 'a Vitally ID that no account has',
			account: typedId(UNKNOWN),
			message: `The account "${UNKNOWN}" was not found`,
		},
		{
			name: 'an External ID in the form of a Vitally ID that no account has',
			account: byExternalId(UNKNOWN),
			message: `Vitally has no account with the External ID "${UNKNOWN}"`,
		},
		{
			name: 'an External ID that no account has',
			account: byExternalId('acme'),
			message: 'Vitally has no account with the External ID "acme"',
		},
	])('prevents the activation where it is $name', async ({ account, message }) => {
		const node = fixtures.open({ triggerOn: 'noteCreated', ...ofAccount(account) });
		const error = await rejectionOf(node.activate());

		expect({ message: error.message }).toEqual({ message });
	});

	it('finds an account by an External ID in the form of a Vitally ID', async () => {
		const { state } = fixtures.sandbox;
		const account = createAccount(state, { externalId: UNKNOWN, name: 'Acme' });
		const node = await fixtures.activate({
			triggerOn: 'noteCreated',
			...ofAccount(byExternalId(UNKNOWN)),
		});

		fixtures.clock.now += 1000;
		addNote(fixtures.sandbox, 'new', { ...state.newRow(), id: 'new', accountId: account.id });
		await node.tick();

		expect({ emitted: node.items.map(({ id }) => id) }).toEqual({ emitted: ['new'] });
	});
});
