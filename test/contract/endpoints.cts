import type { IDataObject } from 'n8n-workflow';

import type { OperationDefinition } from '../../nodes/Vitally/operations/definition/operationDefinition';
import { resourcesOf } from '../engine/declaredRequests.cts';
import type { NodeRun } from '../engine/node.cts';
import {
	BODY_IS_A_LIST,
	cannotBeSet,
	EXCEPTIONS,
	FACTS,
	FINDS_RECORD,
	SCOPES,
	type Exceptions,
	type FieldException,
	type ResourceFacts,
} from './endpointTable.cts';
import { firstOfEach } from './firstOfEach.cts';

/** A run of one operation with no more than it needs, in `addAllResources`. */
export interface Call extends Pick<NodeRun, 'type' | 'items'>, Exceptions {
	parameters: Record<string, unknown> & { resource: string; operation: string };
}

export interface Endpoint {
	method: string;
	path: string;
}

/** A call of an operation, and one of the endpoints that it reaches. */
export interface EndpointCall {
	endpoint: Endpoint;
	call: Call;
}

/** The parameters of a call, beside resource and operation. */
function parametersOf(
	facts: ResourceFacts,
	operation: OperationDefinition,
	endpoint: string,
): object {
	const { above } = facts;

	switch (operation.value) {
		case 'getAll': {
			const [, parents = ''] = /^GET .resources.(\w+).:/.exec(endpoint) ?? [];

			return { ...above, ...SCOPES[parents] };
		}

		case 'create':
		case 'upsert':
			return { ...above, ...writtenBy(facts, operation, endpoint) };
		case 'sync':
			return {
				...above,
				...writtenBy(facts, operation, endpoint),
				// The mapper, which is the default of a sync, hides the fields of the operation.
				traitsMode: 'fields',
				dryRun: false,
			};
		case 'applyChanges':
		case 'undoSync':
			return { ...above, dryRun: false };
		default:
			return { ...above, ...shownBy(facts, operation, endpoint) };
	}
}

/** What a call that creates a record, or writes one that is there, says of it. */
function writtenBy(
	{ pick, ids, made = pick, known = made, at = {} }: ResourceFacts,
	operation: OperationDefinition,
	endpoint: string,
): object {
	const isNew = isCreation(endpoint);
	const values = at[`${operation.value} ${endpoint}`] ?? (isNew ? made : known);
	if (!ids || !hasField(operation, 'externalId')) return { ...values };

	const [freeId, takenId] = ids;

	return { ...values, externalId: isNew ? freeId : takenId };
}

/** The facts for which the operation has a field, or those of this endpoint alone. */
function shownBy(
	{ pick, changed, at = {} }: ResourceFacts,
	operation: OperationDefinition,
	endpoint: string,
): object {
	const own = at[`${operation.value} ${endpoint}`];
	if (own) return own;

	const all = { ...pick, confirmPermanentDelete: true, updateFields: changed };
	const shown = Object.entries(all).filter(([name]) => hasField(operation, name));

	return Object.fromEntries(shown);
}

function isCreation(endpoint: string): boolean {
	return endpoint.startsWith('POST');
}

function hasField({ fields }: OperationDefinition, name: string): boolean {
	return fields.some((field) => field.name === name);
}

/** The input item of a call: what a Sync did, what a dry run of one would do, and what it would create. */
function itemOf(
	resource: string,
	{ ids = [''], synced }: ResourceFacts,
	operation: string,
	endpoint: string,
): IDataObject | undefined {
	if (!synced || !/^(undoSync|applyChanges)$/.test(operation)) return undefined;

	const isUndo = operation === 'undoSync';
	const isNew = isCreation(endpoint);
	const [freeId, takenId] = ids;
	const planned = isNew ? 'wouldCreate' : 'wouldUpdate';

	return {
		resource,
		// The process remembers what the other calls have created.
		externalId: isNew ? `${freeId}0` : takenId,
		...synced.place,
		result: isUndo ? 'updated' : planned,
		changedFields: isNew ? newFields(synced.fields) : changedName(synced.name, operation),
	};
}

function newFields(fields: object): IDataObject {
	return Object.fromEntries(
		Object.entries(fields).map(([field, value]) => [field, { old: null, new: value as string }]),
	);
}

/** A change of the name that is there, to another one or, for an undo, from another one. */
function changedName(name: string, operation: string): IDataObject {
	return {
		name: operation === 'undoSync' ? { old: 'Before', new: name } : { old: name, new: 'After' },
	};
}

/** The exceptions that hold for all operations of a kind. */
function exceptionsOf(
	operation: OperationDefinition,
	endpoint: string,
	item?: IDataObject,
	type?: string,
): Exceptions[] {
	const all: Exceptions[] = [];

	if (item) all.push(exceptionsOfItem(item));

	if (hasField(operation, 'returnAll') && endpoint !== 'GET /resources/customFields') {
		all.push(exceptionsOfList(operation));
	}

	if (/^(upsert|sync)$/.test(operation.value) && endpoint.startsWith('PUT')) {
		all.push({ exceptions: FINDS_RECORD });
	}

	if (type) {
		all.push({
			alsoSends: {
				messageId:
					'Required without a timestamp (docs/internal/service.md, Analytics API: account message).',
			},
		});
	}

	return all;
}

function exceptionsOfItem({ result, changedFields }: IDataObject): Exceptions {
	const sent = Object.keys(changedFields as IDataObject);
	if (result === 'wouldCreate') sent.push('externalId');

	return {
		exceptions: { '*': cannotBeSet('Its values are those of the input items.') },
		alsoSends: Object.fromEntries(
			sent.map((name) => [name, 'The input item of the call contains it.']),
		),
	};
}

function exceptionsOfList(operation: OperationDefinition): Exceptions {
	const alsoSends: Record<string, string> = { limit: 'The size of a page.' };

	if (hasField(operation, 'sortBy')) {
		alsoSends.sortBy = 'The order that the node relies on.';
	}

	return {
		exceptions: { from: cannotBeSet('The node turns the pages; a test of its own shows how.') },
		alsoSends,
	};
}

/** The keys of the table that no operation of the nodes has asked for. */
const unusedKeys = new Set([...Object.keys(FACTS), ...Object.keys(EXCEPTIONS)]);

/** The calls of an operation, one for each endpoint that it names; the first needs the least. */
function callsOf(node: string, resource: string, operation: OperationDefinition): EndpointCall[] {
	const type = node === 'vitally' ? undefined : node;
	const factsKey = type ? `${type} ${resource}` : resource;
	const facts = FACTS[factsKey] ?? {};

	unusedKeys.delete(factsKey);

	return [...operation.endpoints]
		.filter((endpoint) => !BODY_IS_A_LIST.includes(endpoint))
		.sort((first, second) => first.length - second.length)
		.map((endpoint) => {
			const item = itemOf(resource, facts, operation.value, endpoint);
			const all = [
				...exceptionsOf(operation, endpoint, item, type),
				...exceptionsInTable(resource, operation, endpoint),
			];
			const [method, path] = endpoint.split(' ');

			return {
				endpoint: { method, path },
				call: {
					type,
					parameters: {
						resource,
						operation: operation.value,
						...parametersOf(facts, operation, endpoint),
					},
					items: item && [item],
					exceptions: Object.assign({}, ...all.map(({ exceptions }) => exceptions)),
					alsoSends: Object.assign({}, ...all.map(({ alsoSends }) => alsoSends)),
				},
			};
		});
}

/** The exceptions of an endpoint, and those of it for this resource or this operation only. */
function exceptionsInTable(
	resource: string,
	operation: OperationDefinition,
	endpoint: string,
): Exceptions[] {
	const keys = [endpoint, `${resource} ${endpoint}`, `${operation.value} ${endpoint}`];

	for (const key of keys) unusedKeys.delete(key);

	return keys.map((key) => EXCEPTIONS[key] ?? {});
}

/** A call of each operation of the nodes for every endpoint that its definition names. */
export const ENDPOINT_CALLS: EndpointCall[] = Object.entries(resourcesOf).flatMap(
	([node, resources]) =>
		resources.flatMap(({ name, operations }) =>
			operations.flatMap((operation) => callsOf(node, name, operation)),
		),
);

if (unusedKeys.size > 0) {
	throw new Error(`Remove from test/contract/endpointTable.cts: ${[...unusedKeys].join(', ')}`);
}

/** The call of each operation that needs the least, and the one that sets the most. */
export const FIRST_CALLS = firstOfEach(ENDPOINT_CALLS, ({ call }) => nameOf(call));
export const LAST_CALLS = firstOfEach([...ENDPOINT_CALLS].reverse(), ({ call }) => nameOf(call));

/** `vitally note create`, for titles and comparisons. */
export function nameOf({ type = 'vitally', parameters }: Call): string {
	return `${type} ${parameters.resource} ${parameters.operation}`;
}

/** `vitally note create POST /resources/notes` */
export function titleOf({ endpoint, call }: EndpointCall): string {
	return `${nameOf(call)} ${endpoint.method} ${endpoint.path}`;
}

/** Returns what the table says of a field of the contract that no parameter of its name sets. */
export function exceptionOf(
	{ call: { exceptions = {} } }: EndpointCall,
	name: string,
): FieldException | undefined {
	return exceptions['*'] ?? exceptions[name];
}

/** Returns the names of the fields that every request contains, though no parameter sets them. */
export function alwaysSent({ call }: EndpointCall): string[] {
	return Object.keys(call.alsoSends ?? {});
}
