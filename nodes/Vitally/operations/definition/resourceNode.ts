import type { INodeProperties, INodePropertyOptions, NodeHint } from 'n8n-workflow';

import { runRoutedItem } from '../../execution/declarative';
import { labelExpression } from '../../fields/fieldLabels';
import { NOT_IN_TOOLS, choiceProperty, type Choice } from '../../fields/properties';
import { propertyHint } from './builderHints';
import type { OperationDefinition, Resource } from './operationDefinition';
import { sharedFields } from './sharedFields';

/**
 * The properties of a node: resource, operation, then their fields.
 *
 * @param credentialType the credential with the address of the service
 */
export function resourceProperties(
	resources: readonly Resource[],
	credentialType: string,
): INodeProperties[] {
	const defaultResource = resources[0].name;

	return [
		choiceProperty('Resource', 'resource', {
			noDataExpression: true,
			options: resources.map(({ label, name }) => ({ name: label, value: name })),
			default: defaultResource,
			// The routing is on this property, because it is always shown.
			routing: {
				send: { paginate: true },
				operations: { pagination: runRoutedItem(resources, credentialType) },
			},
		}),
		...resources.map(operationSelector),
		...sharedFields(resources),
	];
}

function operationSelector({
	name: resource,
	operations,
	defaultOperation,
}: Resource): INodeProperties {
	return choiceProperty('Operation', 'operation', {
		noDataExpression: true,
		options: operations.map(operationOption),
		default: defaultOperation,
		displayOptions: { show: { resource: [resource] } },
	});
}

function operationOption(definition: OperationDefinition): Choice['options'][number] {
	const { name, value, action, description, cost, builderHint, table } = definition;
	const option: INodePropertyOptions & { value: string } = {
		name,
		value,
		action,
		description: cost === undefined ? description : `${description}. ${cost}.`,
	};

	if (builderHint) option.builderHint = propertyHint(builderHint);

	// A tool is called with one row, so it cannot use an operation on all items.
	if (table) option.displayOptions = NOT_IN_TOOLS;

	return option;
}

/** An expression for the text below the node: operation and resource. */
export function subtitleOf(resources: readonly Resource[]): string {
	const operations = resources.flatMap((resource) => resource.operations);
	// A single colon stands between operation and resource.
	const operationLabels = operations.map(({ value, name }) => [value, name.replace(': ', ' - ')]);
	const resourceLabels = resources.map(({ name, label }) => [name, label]);
	const operation = labelExpression('operation', operationLabels);
	const resource = labelExpression('resource', resourceLabels);

	return `={{ ${operation} + ": " + ${resource} }}`;
}

/** Shown whenever there are several input items, because n8n does not reveal whether 'Execute Once' is on. */
export const GET_MANY_HINT: NodeHint = {
	type: 'info',
	message:
		"'Get Many' runs once for each input item, unless 'Execute Once' is on in the node's settings.",
	displayCondition: '={{ $parameter["operation"] === "getAll" && $input.all().length > 1 }}',
	location: 'outputPane',
	whenToDisplay: 'always',
};
