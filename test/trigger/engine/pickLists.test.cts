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

	it('fields to watch: those that may be empty, and traits, told apart by their keys; no lists, and none that each change sets', async () => {
		const { state } = fixtures.sandbox;
		for (const key of ['next_step', 'nextStep']) define('Next Step', `vitally.custom.${key}`);
		fixtures.clock.now += 1000;
		const unscored = { healthScore: null, updatedAt: state.now() };
		state.accounts.change(fixtures.activeAccounts[0], unscored);
		const options = await load('getWatchableFields', { triggerOn: 'accountUpdated' });
		expect(options).toEqual(
			expect.arrayContaining([
				{ name: 'Health Score', value: 'healthScore' },
				{
					name: 'Next Step (vitally.custom.nextStep) (Trait)',
					value: 'traits.vitally.custom.nextStep',
				},
			]),
		);
		const never = ['id', 'createdAt', 'updatedAt', 'segments', 'keyRoles', 'traits'];
		expect(options.filter(({ value }) => never.includes(String(value)))).toEqual([]);
		expect(asked()).toEqual([
			['/resources/accounts', { limit: '1', sortBy: 'updatedAt' }],
			['/resources/customFields', { model: 'accounts' }],
		]);
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
