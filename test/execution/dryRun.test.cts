import { titleOf, ENDPOINT_CALLS } from '../contract/endpoints.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

describe('a dry run', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const create = { resource: 'account', operation: 'create', externalId: '={{ $json.id }}' };
	const upsert = { resource: 'account', operation: 'upsert', accountId: '={{ $json.id }}' };

	/** Runs two items, the second of which may be dry. */
	const run = async (type: string, parameters: NodeRun['parameters'], options: object) =>
		await runNode(
			{
				type,
				parameters: { ...parameters, name: 'Acme', options },
				items: [
					{ id: 'a1', isDry: false },
					{ id: 'a2', isDry: true },
				],
			},
			{ credentials: credentialsFor(sandbox()) },
		);

	const writes = ENDPOINT_CALLS.filter(({ endpoint }) => endpoint.method !== 'GET');

	it.each(writes.map((endpointCall) => [titleOf(endpointCall), endpointCall.call] as const))(
		'%s: sends nothing that writes',
		async (_title, { type, items: given, parameters }) => {
			addAllResources(sandbox());
			const options = { ...(parameters.options as object | undefined), dryRun: true };
			const { error, items } = await runNode(
				{ type, items: given, parameters: { ...parameters, options, dryRun: true } },
				{ credentials: credentialsFor(sandbox()) },
			);
			expect(error).toBeUndefined();
			expect(items(NODE)).toMatchObject([{ json: { dryRun: true } }]);
			expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);

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
		expect(outcome.run.data.resultData.runData[NODE][0].hints ?? []).toEqual([]);
	});
});
