import type { INodeProperties, INodeType, NodeHint } from 'n8n-workflow';

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { shownAs } from '../fields/label';
import type { Operation } from '../run/operation';
import { runItems } from '../run/runItems';
import { routingHook } from '../run/routingHook';
import { operationFields, operationSelector, type Resource } from './resource';

/**
 * What the editor shows of resources: resource, operation, then the fields of each.
 *
 * @param credentialType the credential that says where the service is
 */
export function resourceProperties(
	resources: readonly Resource[],
	credentialType: string,
): INodeProperties[] {
	const defaultResource = resources[0].name;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ label, name }) => ({ name: label, value: name })),
			default: defaultResource,
			// `paginate` is what makes n8n's routing call the hook.
			routing: {
				send: { paginate: true },
				operations: {
					pagination: routingHook(
						(resource, operation) => operationOf(resources, resource, operation),
						credentialType,
					),
				},
			},
		},
		...resources.map(operationSelector),
		...readersFirst(resources).flatMap(operationFields),
	];
}

/** What stands below the name of a node on the canvas: operation and resource, as the selectors name them. */
export function subtitleOf(resources: readonly Resource[]): string {
	const names = resources.flatMap(({ operations }) =>
		operations.map(({ value, name }) => [value, name]),
	);
	const labels = resources.map(({ name, label }) => [name, label]);
	return `={{ ${shownAs('operation', names)} + ": " + ${shownAs('resource', labels)} }}`;
}

/** Shown in the editor, where a list may be read again and again: n8n does not tell whether it is. */
export const GET_MANY_HINT: NodeHint = {
	type: 'info',
	message:
		"'Get Many' runs once for each input item, unless 'Execute Once' is on in the node's settings.",
	displayCondition: '={{ $parameter["operation"] === "getAll" && $input.all().length > 1 }}',
	location: 'outputPane',
	whenToDisplay: 'always',
};

/**
 * Where an expression gives the resource, n8n drops those fields of a collection that the last collection
 * of its name lacks: it has to be one with 'Dry Run', or a dry run would write.
 */
function readersFirst(resources: readonly Resource[]): Resource[] {
	const writes = ({ operations }: Resource) =>
		operations.some(({ endpoints }) => endpoints.some((one) => !one.startsWith('GET ')));
	return [...resources].sort((a, b) => Number(writes(a)) - Number(writes(b)));
}

/** The operations of resources as n8n calls them in workflows, by resource and operation. */
export function customOperations(
	resources: readonly Resource[],
	credentialType: string,
): NonNullable<INodeType['customOperations']> {
	return Object.fromEntries(
		resources.map(({ name, operations }) => [
			name,
			Object.fromEntries(operations.map((row) => [row.value, runItems(row, credentialType)])),
		]),
	);
}

/** @throws VitallyError when an expression gives a resource or an operation that is none */
function operationOf(
	resources: readonly Resource[],
	resource: unknown,
	operation: unknown,
): Operation {
	const operations = resources.find(({ name }) => name === resource)?.operations;
	if (!operations) {
		throw unknownError(
			'Resource',
			resource,
			resources.map(({ name }) => name),
		);
	}
	const row = operations.find(({ value }) => value === operation);
	if (!row)
		throw unknownError(
			'Operation',
			operation,
			operations.map(({ value }) => value),
		);
	return row.run;
}

function unknownError(label: string, value: unknown, known: string[]): VitallyError {
	return new VitallyError(
		`The value ${formatValue(value)} of '${label}' is unknown`,
		`Choose one from the list, or let the expression return one of these: ${known.join(', ')}.`,
		{ field: label },
	);
}
