import { titleOf, WAYS } from '../contract/endpoints.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

describe('a dry run', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const create = async (options: object) =>
		await runNode(
			{
				parameters: {
					resource: 'account',
					operation: 'create',
					externalId: '={{ $json.id }}',
					name: 'Acme',
					options,
				},
				items: [
					{ id: 'a1', isDry: false },
					{ id: 'a2', isDry: true },
				],
			},
			{ credentials: credentialsFor(sandbox()) },
		);

	const writes = WAYS.filter(({ endpoint }) => endpoint.method !== 'GET');

	it.each(writes.map((way) => [titleOf(way), way.call] as const))(
		'%s: sends nothing that writes',
		async (_title, { type, items: given, parameters }) => {
			addAllResources(sandbox());
			const options = { ...(parameters.options as object | undefined), dryRun: true };
			const { error, items } = await runNode(
				{ type, items: given, parameters: { ...parameters, options } },
				{ credentials: credentialsFor(sandbox()) },
			);
			expect(error).toBeUndefined();
			expect(items(NODE)).toMatchObject([{ json: { dryRun: true } }]);
			expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);

	it('adds a hint that nothing was sent, when an item was not', async () => {
		const outcome = await create({ dryRun: '={{ $json.isDry }}' });
		expect(outcome.items(NODE).map(({ json }) => json.dryRun)).toEqual([undefined, true]);
		const [{ hints }] = outcome.run.data.resultData.runData[NODE];
		expect(hints).toEqual([
			{ location: 'outputPane', message: expect.stringMatching(/not sent to Vitally.*Dry Run/) },
		]);
	});

	it('adds no hint when all was sent', async () => {
		const outcome = await create({});
		expect(outcome.items(NODE)).toHaveLength(2);
		expect(outcome.run.data.resultData.runData[NODE][0].hints ?? []).toEqual([]);
	});
});
