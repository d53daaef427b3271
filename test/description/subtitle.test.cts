import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { openWorkflow } from '../engine/engine.cts';
import { NODE, nodeWorkflow } from '../engine/node.cts';
import { builtNodes, operationsOf } from './built.cts';

const descriptionOf = (name: string) =>
	builtNodes.find(({ className }) => className === name)?.description as INodeTypeDescription;
const choicesOf = ({ properties }: INodeTypeDescription, parameter: string) =>
	(properties.find(({ name }) => name === parameter)?.options ?? []) as INodePropertyOptions[];

/** As n8n's editor works it out for the canvas. */
async function subtitle(
	{ name: type, subtitle: text }: INodeTypeDescription,
	parameters: Record<string, unknown>,
): Promise<unknown> {
	const { workflow } = await openWorkflow(nodeWorkflow({ type, parameters }), { credentials: {} });
	return await workflow.expression.withIsolate(async () =>
		workflow.expression.getSimpleParameterValue(
			workflow.nodes[NODE],
			text as string,
			'internal',
			{},
		),
	);
}

describe.each(['Vitally', 'VitallyAnalytics'])('%s', (node) => {
	const description = descriptionOf(node);
	const resources = choicesOf(description, 'resource');
	const rows = operationsOf(description).map(({ resource, option }) => {
		const label = resources.find(({ value }) => value === resource)?.name;
		return [resource, String(option.value), `${option.name}: ${label}`] as const;
	});

	it.each(rows)('%s %s is called "%s" on the canvas', async (resource, operation, name) => {
		expect(await subtitle(description, { resource, operation })).toBe(name);
	});
});

describe('Vitally Trigger', () => {
	const description = descriptionOf('VitallyTrigger');
	const rows = choicesOf(description, 'triggerOn').map(({ value, name }) => [value, name] as const);

	it.each(rows)('%s is called "%s" on the canvas', async (triggerOn, name) => {
		expect(await subtitle(description, { triggerOn })).toBe(name);
	});
});
