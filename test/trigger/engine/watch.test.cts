import type { ShownRecord } from '../../../sandbox/faultyAnswer.cts';
import type { Account } from '../../../sandbox/state/customers.cts';
import { rejectionOf, type SeenError } from '../../errors/thrownError.cts';
import { atMost } from '../../fixtures/bounds.cts';
import { addDeal } from '../../fixtures/customObjects.cts';
import { byId } from '../../fixtures/locators.cts';
import { pick } from '../../fixtures/pick.cts';
import { row } from '../../fixtures/records.cts';
import { defineTrait } from '../../fixtures/traitDefinitions.cts';
import { activationErrorOf, errorsOf, TriggerFixtures } from './fixtures.cts';

describe('the Vitally Trigger', () => {
	const fixtures = new TriggerFixtures();
	const setScore = (index: number, healthScore: number | null) =>
		fixtures.change(fixtures.activeAccounts[index], { healthScore });

	/** A trigger that knows the watched values, for which it has read the rest of the list. */
	const activateWatching = async (parameters: Record<string, unknown>) => {
		const node = await fixtures.activate({ triggerOn: 'accountUpdated', ...parameters });

		await node.tick();

		return node;
	};

	const isFalse = { condition: [{ field: 'name', is: 'becomes', value: '={{ false }}' }] };
	const below5 = { condition: [{ field: 'healthScore', is: 'dropsBelow', value: '5' }] };

	it.each([
		{
			event: 'Account Updated with a condition',
			parameters: { triggerOn: 'accountUpdated', watch: 'condition', conditions: below5 },
		},
		{ event: 'Account Health Dropped', parameters: { triggerOn: 'accountHealthDropped' } },
	])('emits a score that drops below a threshold: $event', async ({ parameters }) => {
		const { id } = setScore(0, 7);

		setScore(1, null);
		const node = await fixtures.activate(parameters);

		for (const score of [4, 3, 5, 1]) {
			setScore(0, score);
			setScore(1, 3);
			await node.tick();
		}

		const drops = node.items.map(
			({ previousValues, currentValues }) =>
				`${JSON.stringify(previousValues)} → ${JSON.stringify(currentValues)}`,
		);

		expect({ errors: errorsOf(node), drops }).toEqual({
			errors: [],
			drops: ['{"healthScore":7} → {"healthScore":4}', '{"healthScore":5} → {"healthScore":1}'],
		});
		expect(pick(node.items, 'id', 'changedFields')).toEqual([
			{ id, changedFields: ['healthScore'] },
			{ id, changedFields: ['healthScore'] },
		]);
		expect(fixtures.sandbox.contractErrors()).toEqual([]);
	});

	it.each([
		{
			name: 'Account Health Dropped, whatever hidden fields contain',
			parameters: { triggerOn: 'accountHealthDropped', score: 'promoter' },
			events: 1,
		},
		{
			name: 'Account Health Dropped of updated accounts',
			parameters: { triggerOn: 'accountHealthDropped', check: 'updated' },
			events: 0,
		},
		{
			name: 'Account Health Dropped with a threshold below the score',
			parameters: { triggerOn: 'accountHealthDropped', threshold: -1 },
			events: 0,
		},
		{ name: 'the fields that are watched by default', parameters: { watch: 'fields' }, events: 0 },
		{
			name: 'the fields that are watched by default, of all accounts',
			parameters: { watch: 'fields', check: 'all' },
			events: 1,
		},
		{
			name: 'two fields, of all accounts',
			parameters: { watch: 'fields', fieldsToWatch: ['name', 'healthScore'], check: 'all' },
			events: 1,
		},
		{
			name: 'a condition',
			parameters: { watch: 'condition', conditions: below5 },
			events: 0,
		},
		{
			name: 'a condition, of all accounts',
			parameters: { watch: 'condition', conditions: below5, check: 'all' },
			events: 1,
		},
		{
			name: 'a condition of becoming false',
			parameters: { watch: 'condition', conditions: isFalse },
			events: 0,
		},
		{
			name: 'any change, where n8n keeps the choice of all accounts',
			parameters: { watch: 'anyChange', check: 'all' },
			events: 0,
		},
	])(
		'has $events events of a score that Vitally computes without moving updatedAt, with $name',
		async ({ parameters, events }) => {
			setScore(0, 7);
			const node = await activateWatching(parameters);

			fixtures.clock.now += 20 * 60_000;
			fixtures.account.healthScore = 2;
			await node.tick();

			expect({ errors: errorsOf(node), events: node.items.length }).toEqual({ errors: [], events });
		},
	);

	it('sees each segment that Vitally gives an account without moving updatedAt, where segments alone are watched', async () => {
		const node = await activateWatching({
			watch: 'fields',
			fieldsToWatch: ['segments'],
			check: 'all',
		});

		fixtures.clock.now += 20 * 60_000;
		fixtures.account.segments = [{ id: 'id of gold', name: 'Gold' }];
		await node.tick();

		expect({ errors: errorsOf(node), items: pick(node.items, 'changedFields') }).toEqual({
			errors: [],
			items: [{ changedFields: ['segments'] }],
		});
	});

	it('emits Account CSM Changed for another CSM, for the first one and for none', async () => {
		const { sandbox } = fixtures;
		// On the last page of the list.
		const [account] = fixtures.activeAccounts.sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
		const csms = [...sandbox.state.admins.all()].map(({ id, name }) => ({
			csmName: name,
			csmId: id,
		}));
		const [first, second] = csms;
		const none = { csmName: null, csmId: null };
		const setCsm = (csmId: string | null) => fixtures.change(account, { csmId, keyRoles: [] });

		sandbox.state.accounts.change(account, { csmId: first.csmId, keyRoles: [] });
		setScore(1, 5);
		const node = await fixtures.activate({ triggerOn: 'accountCsmChanged' });

		setScore(1, 4);

		for (const { csmId } of [second, none, first]) {
			setCsm(csmId);
			await node.tick();
			setScore(0, 3);
			await node.tick();
		}

		expect(pick(node.items, 'previousValues', 'currentValues')).toEqual([
			{ previousValues: first, currentValues: second },
			{ previousValues: second, currentValues: none },
			{ previousValues: none, currentValues: first },
		]);
		expect({ columns: Object.keys(Object(node.items[0].previousValues)) }).toEqual({
			columns: ['csmName', 'csmId'],
		});

		const asked = sandbox.requests.filter(({ path }) => path === '/resources/admins');

		expect({ requestsForTeammates: asked.length }).toEqual({
			requestsForTeammates: atMost(node.executions.length),
		});
	});

	describe('the Vitally Trigger for organizations', () => {
		it('emits a health score that drops below a threshold', async () => {
			const { organizations } = fixtures.sandbox.state;
			const [organization] = organizations.all();

			const change = (healthScore: number) => {
				fixtures.clock.now += 1000;
				const updatedAt = fixtures.sandbox.state.now();

				organizations.change(organization, { healthScore, updatedAt });
			};

			change(7);
			const node = await fixtures.activate({ triggerOn: 'organizationHealthDropped' });

			for (const score of [4, 3]) {
				change(score);
				await node.tick();
			}

			expect({
				errors: errorsOf(node),
				items: pick(node.items, 'id', 'changes', 'previousValues'),
			}).toEqual({
				errors: [],
				items: [
					{
						id: organization.id,
						changes: 'Health Score: 7 → 4',
						previousValues: { healthScore: 7 },
					},
				],
			});
			expect(fixtures.sandbox.contractErrors()).toEqual([]);
		});

		it('emits another CSM', async () => {
			const { admins, organizations } = fixtures.sandbox.state;
			const [organization] = organizations.all();
			const [first, second] = admins.all();

			organizations.change(organization, { csmId: first.id, keyRoles: [] });
			const node = await fixtures.activate({ triggerOn: 'organizationCsmChanged' });

			fixtures.clock.now += 1000;
			const updatedAt = fixtures.sandbox.state.now();

			organizations.change(organization, { csmId: second.id, updatedAt });
			await node.tick();

			expect(pick(node.items, 'id', 'changes')).toEqual([
				{ id: organization.id, changes: `CSM: ${first.name} → ${second.name}` },
			]);
		});
	});

	it('emits Account CSM Changed where only the key roles show the CSM', async () => {
		const { sandbox, account } = fixtures;
		const [first, second] = sandbox.state.admins.all();
		const keyRole = { ...row('role'), label: 'CSM' };
		const setCsm = (vitallyUser: typeof first | null) =>
			fixtures.change(account, {
				csmId: null,
				keyRoles: [{ ...row('role'), assignedAt: row('role').createdAt, vitallyUser, keyRole }],
			});

		setCsm(first);
		const node = await fixtures.activate({ triggerOn: 'accountCsmChanged' });

		for (const csm of [second, null]) {
			setCsm(csm);
			await node.tick();
		}

		expect(node.items.map(({ currentValues }) => currentValues)).toEqual([
			{ csmName: second.name, csmId: second.id },
			{ csmName: null, csmId: null },
		]);
	});

	it('emits segments that are entered and exited, by name', async () => {
		const { account } = fixtures;
		const risk = { id: 'id of At Risk', name: 'At Risk' };
		const gold = { id: 'id of Gold', name: 'Gold' };
		const entered = fixtures.open({ triggerOn: 'accountEnteredSegment' });
		const exited = fixtures.open({ triggerOn: 'accountExitedSegment', segment: ` ${gold.id} ` });

		fixtures.change(account, { segments: [gold] });
		for (const node of [entered, exited]) await node.activate();

		for (const segments of [[gold, risk], [risk], []]) {
			fixtures.change(account, { segments });
			for (const node of [entered, exited]) await node.tick();
		}

		const columns = ['segments', 'segmentsAdded', 'segmentsRemoved'];

		expect(pick(entered.items, ...columns)).toEqual([
			{ segments: ['Gold', 'At Risk'], segmentsAdded: ['At Risk'], segmentsRemoved: [] },
		]);
		expect(pick(exited.items, ...columns)).toEqual([
			{ segments: ['At Risk'], segmentsAdded: [], segmentsRemoved: ['Gold'] },
		]);
	});

	it.each([
		{
			event: 'Account Updated',
			parameters: { triggerOn: 'accountUpdated' },
			change: () => 'Health Score: – → 7',
		},
		{
			event: 'Account CSM Changed',
			parameters: { triggerOn: 'accountCsmChanged' },
			change: (csm: string) => `CSM: – → ${csm}`,
		},
	])(
		'emits a new account with its first watched value, and not without it where it is edited before the poll: $event',
		async ({ parameters, change }) => {
			const [{ id: csmId, name }] = fixtures.sandbox.state.admins.all();
			const node = await fixtures.activate(parameters);

			const edit = (fields: Partial<Account>) => {
				const account = fixtures.accounts.find(({ externalId }) => externalId === 'new');

				fixtures.change(account ?? fixtures.createAccount('new'), fields);
			};

			edit({ name: 'Renamed' });
			await node.tick();
			edit({ csmId, healthScore: 7 });
			await node.tick();

			expect(errorsOf(node)).toEqual([]);
			expect(pick(node.items, 'changes')).toEqual([{ changes: change(name) }]);
		},
	);

	describe('a change since the last poll, before the user changes a setting', () => {
		const dropped = { triggerOn: 'accountHealthDropped' };
		const exited = { triggerOn: 'accountExitedSegment' };
		const isNamed = { condition: [{ field: 'name', is: 'isSet' }] };
		const named = { triggerOn: 'accountUpdated', watch: 'condition', conditions: isNamed };

		/** Activates with the first settings, and returns what the trigger emits after an edit and the second ones. */
		const emittedAcross = async (
			[first, second]: [Record<string, unknown>, Record<string, unknown>],
			edit: () => void,
		) => {
			setScore(0, 7);
			fixtures.change(fixtures.account, { segments: [{ id: 'id of gold', name: 'Gold' }] });
			const node = await fixtures.activate(first);

			await node.tick();
			edit();
			node.parameters = second;
			await node.update();
			fixtures.clock.now += 20 * 60_000;
			await node.tick();

			expect(errorsOf(node)).toEqual([]);

			return node.items;
		};

		const newCompare = [
			{
				setting: "'Compare' to all accounts",
				from: { check: 'updated' },
				to: { check: 'all' },
			},
			{
				setting: "'Compare' to updated accounts",
				from: { check: 'all' },
				to: { check: 'updated' },
			},
		];

		it.each([
			{ setting: "'Threshold'", from: { threshold: 5 }, to: { threshold: 6 } },
			...newCompare,
		])('starts the workflow where a score drops: $setting', async ({ from, to }) => {
			const items = await emittedAcross(
				[
					{ ...dropped, ...from },
					{ ...dropped, ...to },
				],
				() => setScore(0, 3),
			);

			expect(pick(items, 'changes')).toEqual([{ changes: 'Health Score: 7 → 3' }]);
		});

		it.each(newCompare)(
			'starts the workflow where an account exits a segment: $setting',
			async ({ from, to }) => {
				const items = await emittedAcross(
					[
						{ ...exited, ...from },
						{ ...exited, ...to },
					],
					() => fixtures.change(fixtures.account, { segments: [] }),
				);

				expect(pick(items, 'segmentsRemoved')).toEqual([{ segmentsRemoved: ['Gold'] }]);
			},
		);

		it.each(newCompare)(
			'does not start the workflow where a field is as it was: $setting',
			async ({ from, to }) => {
				const items = await emittedAcross(
					[
						{ ...named, ...from },
						{ ...named, ...to },
					],
					() => setScore(0, 3),
				);

				expect(pick(items, 'changes')).toEqual([]);
			},
		);
	});

	describe('Fields to Watch', () => {
		const watching = (...fieldsToWatch: string[]) => ({ watch: 'fields', fieldsToWatch });

		/** The error of a field that no record has. */
		const unknownField = (resource: string, field: string): SeenError => ({
			class: 'NodeApiError',
			message: `No ${resource} has a field or trait "${field}"`,
			description:
				'Choose the field from the list, or correct the expression. It returns a field such as healthScore, or a trait such as traits.plan.',
			failure: { cause: 'configuration-invalid' },
		});

		const open = (...fields: string[]) =>
			fixtures.open({ triggerOn: 'accountUpdated', ...watching(...fields) });

		it('give an item the watched fields with their values, in the order of the settings', async () => {
			const account = setScore(0, 8);
			const { plan } = account.traits;
			const node = await activateWatching(watching('healthScore', 'traits.plan'));

			setScore(0, 3);
			await node.tick();
			fixtures.change(account, { traits: { plan: 'gold' } });
			await node.tick();

			expect(pick(node.items, 'changedFields', 'previousValues', 'currentValues')).toEqual([
				{
					changedFields: ['healthScore'],
					previousValues: { healthScore: 8 },
					currentValues: { healthScore: 3, 'traits.plan': plan },
				},
				{
					changedFields: ['traits.plan'],
					previousValues: { 'traits.plan': plan },
					currentValues: { healthScore: 3, 'traits.plan': 'gold' },
				},
			]);
			expect(fixtures.sandbox.contractErrors()).toEqual([]);
		});

		it('accept a field that only one of the newest records has', async () => {
			// It changed last, so it is on the page that the check reads.
			const { id } = fixtures.change(fixtures.account, {});
			const newest = fixtures.activeAccounts
				.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
				.slice(0, 100);
			const newestIds = newest.map((account) => account.id);

			const as = (record: ShownRecord) => {
				if (record.id === id) return { ...record, nickname: 'Harbor' };

				return newestIds.includes(String(record.id)) ? record : { ...record, nickname: null };
			};

			fixtures.sandbox.faults.add({ kind: 'shown', as });

			expect({ error: await activationErrorOf(open('nickname')) }).toEqual({ error: undefined });
		});

		it('need a request for their check when they are new, and never again', async () => {
			// One account that has it is enough.
			fixtures.change(fixtures.account, { traits: {} });
			const node = open('healthScore', 'traits.plan');

			await node.activate();
			const query = { limit: '100', sortBy: 'updatedAt' };
			const page = { path: '/resources/accounts', query };

			const [check, poll] = fixtures.sandbox.requests.map(({ path, query }) => ({ path, query }));

			for (let polls = 0; polls < 3; polls++) await node.tick();

			const requests = await fixtures.costOf(async () => await node.tick());

			expect({ check, poll, requestsOfLaterPoll: requests }).toEqual({
				check: page,
				poll: page,
				requestsOfLaterPoll: 1,
			});
		});

		it.each([
			{ name: 'the label of a field', resource: 'account', fields: ['Health Score'] },
			// It is a column of the item, which is made of a field of the account.
			{ name: 'the name of a CSM', resource: 'account', fields: ['csmName'] },
			{
				name: 'a field that only another resource has',
				resource: 'user',
				fields: ['healthScore', 'traits.plan'],
			},
			{
				name: 'a field behind one that the record has',
				resource: 'account',
				fields: ['healthScore', 'unknown'],
				unknown: 'unknown',
			},
		])('reject $name', async ({ resource, fields, unknown = fields[0] }) => {
			const node = await fixtures.activate({ triggerOn: 'accountUpdated', watch: 'anyChange' });

			node.parameters = { triggerOn: `${resource}Updated`, ...watching(...fields) };

			expect(await rejectionOf(node.update())).toEqual(unknownField(resource, unknown));
		});

		it.each(['traits.Risk', 'traits.RISK', 'traits. risk', 'traits.risk.level', 'Traits.risk'])(
			'reject %s where the trait risk is defined',
			async (field) => {
				defineTrait(fixtures.sandbox, 'risk');

				expect(await rejectionOf(open(field).activate())).toEqual(unknownField('account', field));
			},
		);

		it('accept a defined trait in the letters of its definition', async () => {
			defineTrait(fixtures.sandbox, 'Risk');

			expect({ error: await activationErrorOf(open('traits.Risk')) }).toEqual({
				error: undefined,
			});
		});

		it.each(['HealthScore', 'healthscore', 'health_score'])(
			'reject %s in place of healthScore',
			async (field) => {
				expect(await rejectionOf(open(field).activate())).toEqual(unknownField('account', field));
			},
		);

		it.each(['unknown', 'traits.unknown'])(
			'need the field of a condition as well: %s',
			async (field) => {
				const condition = [{ field, is: 'isSet' }];
				const node = fixtures.open({
					triggerOn: 'accountUpdated',
					watch: 'condition',
					conditions: { condition },
				});

				expect(await rejectionOf(node.activate())).toEqual(unknownField('account', field));
			},
		);

		it('reject the same fields for another event, whose records do not have them', async () => {
			const fields = watching('healthScore', 'traits.plan');
			const node = await fixtures.activate({ triggerOn: 'accountUpdated', ...fields });

			node.parameters = { triggerOn: 'userUpdated', ...fields };

			expect(await rejectionOf(node.update())).toEqual(unknownField('user', 'healthScore'));
		});

		it('need no request for the check where a simplified record has them', async () => {
			// The whole list, and its front again.
			const pages = Math.ceil(fixtures.activeAccounts.length / 100) + 1;
			const requests = await fixtures.costOf(async () => await open('healthScore').activate());

			expect({ requestsForHealthScore: requests }).toEqual({ requestsForHealthScore: pages });
		});

		it('need the traits of their custom object for the check', async () => {
			const { sandbox } = fixtures;

			addDeal(sandbox);
			const ofDeals = { triggerOn: 'customObjectInstanceUpdated', customObjectId: byId('obj-1') };
			const node = fixtures.open({ ...ofDeals, ...watching('traits.unknown') });

			expect(await rejectionOf(node.activate())).toEqual(
				unknownField('custom object instance', 'traits.unknown'),
			);

			expect({ lastQuery: sandbox.requests.at(-1)?.query }).toEqual({
				lastQuery: { model: 'customObjects', customObjectId: 'obj-1' },
			});
		});

		const on = { path: '/resources/customFields' };

		it('accept traits of any name where the key cannot read the definitions', async () => {
			fixtures.sandbox.faults.add({ kind: 'status', status: 403, on });

			expect({ error: await activationErrorOf(open('traits.unknown')) }).toEqual({
				error: undefined,
			});
		});

		it('reject an unknown field also where the key cannot read the definitions of traits', async () => {
			fixtures.sandbox.faults.add({ kind: 'status', status: 403, on });

			expect(await rejectionOf(open('traits.unknown', 'unknown').activate())).toEqual(
				unknownField('account', 'unknown'),
			);
		});

		it('accept traits that no record has yet, if they are defined', async () => {
			const body = [{ path: 'vitally.custom.risk', label: 'Renewal Risk', type: 'string' }];

			fixtures.sandbox.faults.add({ kind: 'status', status: 200, body, on });
			const node = await activateWatching(watching('traits.vitally.custom.risk'));

			fixtures.change(fixtures.account, { traits: { 'vitally.custom.risk': 'high' } });
			await node.tick();

			expect(pick(node.items, 'previousValues', 'currentValues')).toEqual([
				{
					previousValues: { 'traits.vitally.custom.risk': null },
					currentValues: { 'traits.vitally.custom.risk': 'high' },
				},
			]);
			expect(fixtures.sandbox.requests[1].query).toEqual({ model: 'accounts' });
		});

		it('accept any field where the list is empty', async () => {
			const { accounts } = fixtures.sandbox.state;

			for (const account of fixtures.accounts) accounts.remove(account);
			const node = open('healthScore', 'traits.unknown');

			expect({ error: await activationErrorOf(node) }).toEqual({ error: undefined });

			const account = fixtures.createAccount('First');

			await node.tick();
			fixtures.change(account, { healthScore: 2 });
			await node.tick();

			expect({
				errors: errorsOf(node),
				items: node.items.map(({ currentValues }) => currentValues),
			}).toEqual({ errors: [], items: [{ healthScore: 2, 'traits.unknown': null }] });
		});
	});

	describe('the output of the Vitally Trigger', () => {
		/** What comes out when a trait of an account changes. */
		const itemOf = async (output: object, csmId: string | null = null) => {
			const { state } = fixtures.sandbox;
			const { account } = fixtures;
			const segments = [{ id: 'id of gold', name: 'Gold' }];
			const traits = { ...account.traits, plan: 'basic', empty: null };

			state.accounts.change(account, { csmId, keyRoles: [], segments, traits });
			const watching = { watch: 'fields', fieldsToWatch: ['traits.plan'] };
			const node = await activateWatching({ ...watching, ...output });

			fixtures.change(account, { traits: { ...traits, plan: 'gold' } });
			await node.tick();

			expect({ errors: errorsOf(node), emitted: node.items.length }).toEqual({
				errors: [],
				emitted: 1,
			});
			expect(fixtures.sandbox.contractErrors()).toEqual([]);

			return { json: node.items[0], account };
		};

		const watched = {
			changes: 'Plan: basic → gold',
			changedFields: ['traits.plan'],
			previousValues: { 'traits.plan': 'basic' },
			currentValues: { 'traits.plan': 'gold' },
		};

		it('contains by default segments by name, the CSM, and traits with a value', async () => {
			const { json, account } = await itemOf({});
			const { id, name } = account;
			const context = { csmName: null, csmEmail: null };

			const expected = {
				id,
				name,
				segments: ['Gold'],
				'traits.plan': 'gold',
				...context,
				...watched,
			};

			expect(pick([json], ...Object.keys(expected))).toEqual([expected]);
		});

		it.each([
			{ name: 'a trait without a value', column: 'traits.empty' },
			{ name: 'the ID of a CSM, who has a name', column: 'csmId' },
			{ name: 'a link, which does not follow from the address of the sandbox', column: 'url' },
		])('contains by default no column for $name', async ({ column }) => {
			const { json } = await itemOf({});

			expect({ column: Object.keys(json).find((name) => name === column) }).toEqual({
				column: undefined,
			});
		});

		it('has the columns for expressions behind those that a person reads', async () => {
			const { json } = await itemOf({});

			expect(Object.keys(json).slice(0, 10)).toEqual([
				'name',
				'changes',
				'healthScore',
				'mrr',
				'nextRenewalDate',
				'csmName',
				'csmEmail',
				'changedFields',
				'previousValues',
				'currentValues',
			]);
		});

		it('contains the selected fields and traits, and what is watched', async () => {
			const fields = ['name', 'traits.plan', 'traits.region', 'unknown'];
			const { json, account } = await itemOf({ output: 'selected', fields });

			expect(json).toEqual({
				name: account.name,
				id: account.id,
				'traits.plan': 'gold',
				'traits.region': account.traits.region ?? null,
				unknown: null,
				...watched,
			});
		});

		it.each([
			{ place: 'the first field', fields: ['csmId', 'name'] },
			{ place: 'a later field', fields: ['name', 'csmId'] },
		])('adds the name and email of the CSM to the selected CSM ID: $place', async ({ fields }) => {
			const [csm] = fixtures.sandbox.state.admins.all();
			const { json } = await itemOf({ output: 'selected', fields }, csm.id);

			expect(pick([json], 'csmId', 'csmName', 'csmEmail')).toEqual([
				{ csmId: csm.id, csmName: csm.name, csmEmail: csm.email },
			]);
		});

		it('accepts an expression with commas between field names', async () => {
			const fields = '={{ "id, healthScore, traits.plan" }}';
			const { json, account } = await itemOf({ output: 'selected', fields });
			const { id, name, healthScore } = account;

			expect(json).toEqual({ name, id, healthScore, 'traits.plan': 'gold', ...watched });
		});
	});
});
