import { loadOptions } from '../../engine/listSearch.cts';
import { row } from '../../fixtures/records.cts';
import { TriggerFixtures } from './fixtures.cts';

describe('pick-lists of the Vitally Trigger', () => {
	const fixtures = TriggerFixtures.forEachTest();
	const load = async (method: string, parameters: Record<string, unknown>) => {
		const { sandbox } = fixtures;
		const options = await loadOptions(sandbox, method, parameters, 'vitallyTrigger');
		expect(sandbox.contractErrors()).toEqual([]);
		return options;
	};
	const asked = () => fixtures.sandbox.requests.map(({ path, query }) => [path, query]);
	const define = (label: string, path: string) =>
		fixtures.sandbox.state.traitDefinitions.insert({
			...row(`definition of ${path}`),
			model: 'accounts',
			label,
			path,
			type: 'string',
			options: null,
		});
	describe('fields to watch', () => {
		const accounts = { triggerOn: 'accountUpdated', watch: 'fields' };

		it('by label, then the traits that are defined', async () => {
			define('Next Step', 'vitally.custom.nextStep');
			const { state } = fixtures.sandbox;
			fixtures.clock.now += 1000;
			const unscored = { healthScore: null, updatedAt: state.now() };
			state.accounts.change(fixtures.activeAccounts[0], unscored);
			const options = await load('getWatchableFields', accounts);
			expect(options).toEqual(
				expect.arrayContaining([
					{ name: 'Health Score', value: 'healthScore' },
					{ name: 'MRR', value: 'mrr' },
					{ name: 'Next Step (Trait)', value: 'traits.vitally.custom.nextStep' },
				]),
			);
			const values = options.map(({ value }) => String(value));
			expect(values).not.toContain('traits.mrr');
			const firstTrait = values.findIndex((value) => value.startsWith('traits.'));
			expect(values.slice(firstTrait).every((value) => value.startsWith('traits.'))).toBe(true);
			// Set by every change, and lists.
			const never = ['id', 'createdAt', 'updatedAt', 'segments', 'keyRoles', 'traits'];
			expect(values.filter((value) => never.includes(value))).toEqual([]);
			expect(asked()).toEqual([
				['/resources/accounts', { limit: '1', sortBy: 'updatedAt' }],
				['/resources/customFields', { model: 'accounts' }],
			]);
		});

		it('with the key of a trait whose label another one has', async () => {
			for (const key of ['discount_percent', 'discount-percent']) {
				define('Discount', `vitally.custom.${key}`);
			}
			const options = await load('getWatchableFields', accounts);
			expect(options).toContainEqual({
				name: 'Discount (vitally.custom.discount-percent) (Trait)',
				value: 'traits.vitally.custom.discount-percent',
			});
		});
	});

	it('segments are those of the records that changed last, in one request', async () => {
		const { state } = fixtures.sandbox;
		fixtures.clock.now += 1000;
		const segments = [{ id: 'id of gold', name: 'Gold' }];
		const [member, other] = state.users.all();
		state.users.change(member, { segments, updatedAt: state.now() });
		state.users.change(other, { segments: null as never, updatedAt: state.now() });
		const options = await load('getSegments', { triggerOn: 'userEnteredSegment' });
		expect(options.filter(({ name }) => name === 'Gold')).toEqual([
			{ name: 'Gold', value: 'id of gold' },
		]);
		expect(options[0]).toEqual({ name: 'Any Segment', value: '' });
		const names = options.slice(1).map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		expect(asked()).toEqual([['/resources/users', { limit: '100', sortBy: 'updatedAt' }]]);
	});

	it('the fields of a survey response, without a request', async () => {
		const options = await load('getOutputFields', { triggerOn: 'surveyResponseCreated' });
		expect(options).toContainEqual({ name: 'Responded At', value: 'respondedAt' });
		expect(asked()).toEqual([]);
	});

	it.each(['getWatchableFields', 'getSegments', 'getOutputFields'])(
		'%s of an unknown event is empty, without a request',
		async (method) => {
			for (const triggerOn of ['accountExploded', '', undefined]) {
				expect(await load(method, { triggerOn })).toEqual([]);
			}
			expect(fixtures.sandbox.requests).toEqual([]);
		},
	);
});
