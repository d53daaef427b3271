import { TriggerFixtures } from './fixtures.cts';

describe('what the Vitally Trigger watches and emits', () => {
	const fixtures = TriggerFixtures.forEachTest();
	const setScore = (index: number, healthScore: number | null) => {
		fixtures.clock.now += 1000;
		const account = fixtures.activeAccounts[index];
		const updatedAt = fixtures.sandbox.state.now();
		return fixtures.sandbox.state.accounts.change(account, { healthScore, updatedAt });
	};

	const isFalse = { condition: [{ field: 'name', is: 'becomes', value: '={{ false }}' }] };
	const below5 = { condition: [{ field: 'healthScore', is: 'dropsBelow', value: '5' }] };

	it('a score that drops below a threshold, as a condition and as Account Health Dropped', async () => {
		const { id } = setScore(0, 7);
		setScore(1, null);
		const nodes = [
			fixtures.open({ triggerOn: 'accountUpdated', watch: 'condition', conditions: below5 }),
			fixtures.open({ triggerOn: 'accountHealthDropped' }),
		];
		for (const node of nodes) await node.activate();
		for (const score of [4, 3, 5, 1]) {
			setScore(0, score);
			setScore(1, 3);
			for (const node of nodes) await node.tick();
		}
		for (const { errors, items } of nodes) {
			expect(errors).toEqual([]);
			expect(items).toMatchObject([
				{
					id,
					changedFields: ['healthScore'],
					previousValues: { healthScore: 7 },
					currentValues: { healthScore: 4 },
				},
				{ id, previousValues: { healthScore: 5 } },
			]);
		}
		expect(fixtures.sandbox.contractErrors()).toEqual([]);
	});

	it.each([
		[{ triggerOn: 'accountHealthDropped', score: 'promoter' }, 1],
		[{ triggerOn: 'accountHealthDropped', check: 'updated' }, 0],
		[{ triggerOn: 'accountHealthDropped', threshold: -1 }, 0],
		[{ watch: 'fields' }, 0],
		[{ watch: 'fields', check: 'all' }, 1],
		[{ watch: 'fields', fieldsToWatch: ['name', 'healthScore'], check: 'all' }, 1],
		[{ watch: 'condition', conditions: below5 }, 0],
		[{ watch: 'condition', conditions: below5, check: 'all' }, 1],
		[{ watch: 'condition', conditions: isFalse }, 0],
		[{ watch: 'anyChange', check: 'all' }, 0],
	])(
		'%j: events of a score that Vitally computes without moving updatedAt: %i',
		async (parameters, events) => {
			setScore(0, 7);
			const node = await fixtures.activate({ triggerOn: 'accountUpdated', ...parameters });
			// A watched value is known once the rest of the list was read.
			await node.tick();
			fixtures.clock.now += 20 * 60_000;
			fixtures.activeAccounts[0].healthScore = 2;
			await node.tick();
			expect(node.errors).toEqual([]);
			expect(node.items).toHaveLength(events);
		},
	);

	it('Account CSM Changed: another CSM, the first one, none', async () => {
		const { state } = fixtures.sandbox;
		const [{ id: a, name }, { id: b, name: other }] = state.admins.all();
		const [account] = fixtures.activeAccounts;
		const setCsm = (csmId: string | null) => {
			fixtures.clock.now += 1000;
			state.accounts.change(account, { csmId, keyRoles: [], updatedAt: state.now() });
		};
		setCsm(a);
		setScore(1, 5);
		const node = await fixtures.activate({ triggerOn: 'accountCsmChanged' });
		setScore(1, 4);
		for (const csmId of [b, null, a]) {
			setCsm(csmId);
			await node.tick();
			setScore(0, 3);
			await node.tick();
		}
		expect(
			node.items.map(({ previousValues, currentValues }) => [previousValues, currentValues]),
		).toEqual([
			[
				{ csmName: name, csmId: a },
				{ csmName: other, csmId: b },
			],
			[
				{ csmName: other, csmId: b },
				{ csmName: null, csmId: null },
			],
			[
				{ csmName: null, csmId: null },
				{ csmName: name, csmId: a },
			],
		]);
		expect(Object.keys(Object(node.items[0].previousValues))).toEqual(['csmName', 'csmId']);
		const asked = fixtures.sandbox.requests.filter(({ path }) => path === '/resources/admins');
		expect(asked.length).toBeLessThanOrEqual(node.executions.length);
	});

	it.each([
		[
			{ triggerOn: 'accountHealthDropped', threshold: 'five' },
			'The value "five" of \'Threshold\' is not a number',
		],
		[
			{ options: { maxPages: 0 } },
			"The value 0 of 'Max Pages per Poll' is not a whole number from 1 to 500",
		],
		[
			{ options: { firstRun: 'newest', firstRunLimit: 2001 } },
			"The value 2001 of 'First Run Limit' is not a whole number from 1 to 2000",
		],
		[{ triggerOn: 'accountExploded' }, 'The value "accountExploded" of \'Trigger On\' is unknown'],
		[{ watch: 'fields', fieldsToWatch: ['', ' '] }, "No field is chosen in 'Fields to Watch'"],
		[{ watch: 'condition', conditions: {} }, "There is no condition in 'Conditions (Any)'"],
		[
			{ watch: 'condition', conditions: { condition: [{ field: 'mrr', value: '0x10' }] } },
			'The value "0x10" of the condition on \'mrr\' is not a number',
		],
		[
			{ watch: 'condition', conditions: { condition: [{ field: ' ', is: 'isSet' }] } },
			"A condition in 'Conditions (Any)' has no field",
		],
		[
			{ watch: 'condition', conditions: { condition: [{ field: 'mrr', is: 'becomes' }] } },
			"The condition on 'mrr' has no value",
		],
		[
			{
				watch: 'condition',
				conditions: { condition: [{ field: 'mrr', is: '={{ $vars.missing }}', value: '5' }] },
			},
			"The value null of 'Change' is unknown",
		],
		[
			{
				watch: 'condition',
				conditions: { condition: [{ field: 'mrr', is: 'becomes', value: '={{ [5] }}' }] },
			},
			"The value of 'Conditions (Any)' is not text",
		],
	])('%j prevents the activation', async (parameters, message) => {
		const node = fixtures.open({ triggerOn: 'accountUpdated', ...parameters });
		const failure = { cause: 'configuration-invalid' };
		await expect(node.activate()).rejects.toMatchObject({ message, failure });
	});

	it('segments that are entered and exited, by name', async () => {
		const { state } = fixtures.sandbox;
		const [account] = fixtures.activeAccounts;
		const [at, gold] = ['At Risk', 'Gold'].map((name) => ({ id: `id of ${name}`, name }));
		const entered = fixtures.open({ triggerOn: 'accountEnteredSegment' });
		const segment = ` ${gold.id} `;
		const exited = fixtures.open({ triggerOn: 'accountExitedSegment', segment });
		for (const segments of [[gold], [gold, at], [at], []]) {
			fixtures.clock.now += 1000;
			state.accounts.change(account, { segments, updatedAt: state.now() });
			for (const node of [entered, exited]) {
				await (node.stored.length > 1 ? node.tick() : node.activate());
			}
		}
		expect(entered.items).toMatchObject([
			{ segments: ['Gold', 'At Risk'], segmentsAdded: ['At Risk'], segmentsRemoved: [] },
		]);
		expect(exited.items).toMatchObject([{ segmentsAdded: [], segmentsRemoved: ['Gold'] }]);
	});
});
