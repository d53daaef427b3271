import { openWorkflow } from '../engine/engine.cts';
import { NODE, nodeWorkflow } from '../engine/node.cts';
import { builtNodes, operationsOf } from './built.cts';

const [{ description }] = builtNodes;
const rows = operationsOf(description).map(({ resource, option }) => {
	const resources = description.properties[0].options as Array<{ name: string; value: string }>;
	const label = resources.find(({ value }) => value === resource)?.name;
	return [resource, String(option.value), `${option.name}: ${label}`] as const;
});

/** As n8n's editor works it out for the canvas. */
async function subtitle(parameters: Record<string, unknown>): Promise<unknown> {
	const { workflow } = await openWorkflow(nodeWorkflow({ parameters }), { credentials: {} });
	return await workflow.expression.withIsolate(async () =>
		workflow.expression.getSimpleParameterValue(
			workflow.nodes[NODE],
			description.subtitle as string,
			'internal',
			{},
		),
	);
}

it.each(rows)(
	'a node with %s %s is called "%s" on the canvas',
	async (resource, operation, name) => {
		expect(await subtitle({ resource, operation })).toBe(name);
	},
);
