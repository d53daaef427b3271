import { titleOf, ENDPOINT_CALLS } from '../contract/endpoints.cts';
import { expectNoFaults } from '../contract/ruleChecks.cts';
import { NODE, type NodeRun, runIn } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byEmail, byExternalId, byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { hintsOf } from '../nodes/account/syncCases.cts';

describe('a dry run', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const create = { resource: 'account', operation: 'create', externalId: '={{ $json.id }}' };
	const upsert = { resource: 'account', operation: 'upsert', accountId: '={{ $json.id }}' };

	/** Runs two items, the second of which may be dry. */
	const run = async (type: string, parameters: NodeRun['parameters'], options: object) =>
		await runIn(sandbox(), {
			type,
			parameters: { ...parameters, name: 'Acme', options },
			items: [
				{ id: 'a1', isDry: false },
				{ id: 'a2', isDry: true },
			],
		});

	const writes = ENDPOINT_CALLS.filter(({ endpoint }) => endpoint.method !== 'GET');

	it('sends nothing that writes', async () => {
		await expectNoFaults(writes, async (endpointCall) => {
			sandbox().reset();
			addAllResources(sandbox());
			const { type, items: given, parameters } = endpointCall.call;
			const options = { ...(parameters.options as object | undefined), dryRun: true };
			const { error, items } = await runIn(sandbox(), {
				type,
				items: given,
				parameters: { ...parameters, options, dryRun: true },
			});
			const title = titleOf(endpointCall);
			if (error) return [`${title}: ${error.message}`];

			const isMarked = items(NODE).length === 1 && items(NODE)[0].json.dryRun === true;

			return [
				...(isMarked ? [] : [`${title}: its item has no 'dryRun: true'`]),
				...sandbox()
					.requests.filter(({ method }) => method !== 'GET')
					.map(({ method, path }) => `${title}: ${method} ${path} was sent in a dry run`),
			];
		});
	});

	it.each([
		['alone', 'vitally', create],
		['in a batch', 'vitallyAnalytics', upsert],
	])('of one item sends the others, and adds a hint, %s', async (_how, type, parameters) => {
		const outcome = await run(type, parameters, { dryRun: '={{ $json.isDry }}' });

		expect(outcome.error).toBeUndefined();
		expect(outcome.items(NODE).map(({ json }) => json.dryRun)).toEqual([undefined, true]);

		const accounts = [...sandbox().state.accounts.all()];

		expect(accounts.map(({ externalId }) => externalId)).toEqual(['a1']);

		const [{ hints }] = outcome.run.data.resultData.runData[NODE];

		expect(hints).toEqual([
			{ location: 'outputPane', message: expect.stringMatching(/not sent to Vitally.*Dry Run/) },
		]);
	});

	it('adds no hint when all was sent', async () => {
		const outcome = await run('vitally', create, {});

		expect(outcome.items(NODE)).toHaveLength(2);
		expect(hintsOf(outcome)).toEqual([]);
	});

	it.each([
		['where the run has looked them up', byExternalId('A1'), 'Account 1'],
		['with the same columns where it has not', byId('acc-1'), null],
	])('shows whom the IDs name %s, and what is sent before how', async (_, accountId, name) => {
		addAllResources(sandbox());
		const parameters = {
			resource: 'task',
			operation: 'create',
			name: 'Call',
			options: { dryRun: true },
			accountId,
			assignedToId: byEmail('lead@team.example'),
		};
		const { items } = await runIn(sandbox(), { parameters });
		const [{ json }] = items(NODE);

		expect(Object.keys(json)).toEqual([
			'accountName',
			'assignedToName',
			'body',
			'dryRun',
			'method',
			'url',
		]);
		expect(json).toMatchObject({ accountName: name, assignedToName: 'Onboarding Lead' });
	});

	const deletion = { resource: 'user', operation: 'delete', confirmPermanentDelete: true };

	it.each([
		['neither body nor query', { dryRun: true }, []],
		['a query', { dryRun: true, deleteOn: '2099-03-31' }, ['query']],
	])('shows what a request has: %s', async (_, options, parts) => {
		addAllResources(sandbox());
		const parameters = { ...deletion, userId: byId('user-1'), options };
		const { items } = await runIn(sandbox(), { parameters });
		const keys = Object.keys(items(NODE)[0].json);

		expect(keys).toEqual([...parts, 'dryRun', 'method', 'url']);
	});

	const amount = '={{ $json.amount }}';
	const row = { key: 'amount', type: 'string', stringValue: amount };
	const column = { id: 'amount', displayName: 'Amount', traitType: 'string', display: true };
	const note = { ...row, key: 'note', stringValue: '={{ $json.note }}' };
	const columns = { mappingMode: 'defineBelow', value: { amount }, schema: [column] };

	it.each([
		[
			'counts those in which a field is empty',
			{ traitsMode: 'fields', traits: { trait: [row, note] } },
			['Not sent, because it is empty: note, amount (2 of 3 items).'],
		],
		[
			'leaves out columns, of which many are empty',
			{ traitsMode: 'mapper', traitsMapper: columns },
			[],
		],
	])('of several items: a hint %s', async (_, fields, expected) => {
		addAllResources(sandbox());
		const parameters = {
			resource: 'account',
			operation: 'create',
			name: 'New',
			options: { dryRun: true },
			externalId: '={{ $json.id }}',
			...fields,
		};
		const items = [{ id: 'a', amount: '1' }, { id: 'b', amount: '' }, { id: 'c' }];
		const hints = hintsOf(await runIn(sandbox(), { items, parameters }));

		expect(hints.filter((text) => text.startsWith('Not sent'))).toEqual(expected);
	});
});
