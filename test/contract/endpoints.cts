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
import { firstOfEach } from './ruleChecks.cts';

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
	{ value, fields }: OperationDefinition,
	endpoint: string,
): object {
	const { above, pick, ids = [], made = pick, known = made, changed, at = {} } = facts;
	const has = (name: string) => fields.some((field) => field.name === name);
	const own = at[`${value} ${endpoint}`];
	const isNew = endpoint.startsWith('POST');
	const [, parents = ''] = /^GET .resources.(\w+).:/.exec(endpoint) ?? [];
	const written = {
		...(own ?? (isNew ? made : known)),
		...(has('externalId') && ids.length > 0 && { externalId: ids[isNew ? 0 : 1] }),
	};

	switch (value) {
		case 'getAll':
			return { ...above, ...SCOPES[parents] };
		case 'create':
		case 'upsert':
			return { ...above, ...written };
		case 'sync':
			// The mapper, which is the default of a sync, hides the fields of the operation.
			return { ...above, ...written, traitsMode: 'fields', dryRun: false };
		case 'applyChanges':
		case 'undoSync':
			return { ...above, dryRun: false };

		default: {
			const all = { ...pick, confirmPermanentDelete: true, updateFields: changed };
			const shown = Object.entries(all).filter(([name]) => has(name));

			return { ...above, ...(own ?? Object.fromEntries(shown)) };
		}
	}
}

/** What a Sync did, what a dry run of one would do, and what it would create. */
function itemOf(
	resource: string,
	{ ids = [''], synced }: ResourceFacts,
	operation: string,
	endpoint: string,
): IDataObject | undefined {
	if (!synced || !/^(undoSync|applyChanges)$/.test(operation)) return undefined;

	const { name, fields, place } = synced;
	const isNew = endpoint.startsWith('POST');
	const changes = isNew
		? Object.entries(fields).map(([field, value]) => [field, { old: null, new: value }])
		: [
				[
					'name',
					operation === 'undoSync' ? { old: 'Before', new: name } : { old: name, new: 'After' },
				],
			];
	const planned = isNew ? 'wouldCreate' : 'wouldUpdate';

	return {
		// The process remembers what the other calls have created.
		resource,
		externalId: isNew ? `${ids[0]}0` : ids[1],
		...place,
		result: operation === 'undoSync' ? 'updated' : planned,
		changedFields: Object.fromEntries(changes) as IDataObject,
	};
}

/** What holds for all operations of a kind. */
function exceptionsOf(
	{ value, fields }: OperationDefinition,
	endpoint: string,
	item?: IDataObject,
	type?: string,
): Exceptions[] {
	const has = (name: string) => fields.some((field) => field.name === name);
	const sent = [
		...(item?.result === 'wouldCreate' ? ['externalId'] : []),
		...Object.keys(item?.changedFields ?? {}),
	];
	const isList = has('returnAll') && endpoint !== 'GET /resources/customFields';
	const all: Array<Exceptions | false | '' | undefined> = [
		item && {
			exceptions: { '*': cannotBeSet('Its values are those of the input items.') },
			alsoSends: Object.fromEntries(
				sent.map((name) => [name, 'The input item of the call contains it.']),
			),
		},
		isList && {
			exceptions: { from: cannotBeSet('The node turns the pages; a test of its own shows how.') },
			alsoSends: {
				limit: 'The size of a page.',
				...(has('sortBy') && { sortBy: 'The order that the node relies on.' }),
			},
		},
		/^(upsert|sync)$/.test(value) && endpoint.startsWith('PUT') && { exceptions: FINDS_RECORD },
		type && {
			alsoSends: {
				messageId:
					'Required without a timestamp (docs/internal/service.md, Analytics API: account message).',
			},
		},
	];

	return all.filter((one) => typeof one === 'object');
}

/** What the table has for no operation of the nodes. */
const unused = new Set([...Object.keys(FACTS), ...Object.keys(EXCEPTIONS)]);

/** The calls of an operation, one for each endpoint that it names; the first needs the least. */
function callsOf(node: string, resource: string, operation: OperationDefinition) {
	const type = node === 'vitally' ? undefined : node;
	const key = type ? `${type} ${resource}` : resource;

	unused.delete(key);
	const facts = FACTS[key] ?? {};
	const { value, endpoints } = operation;

	return [...endpoints]
		.filter((endpoint) => !BODY_IS_A_LIST.includes(endpoint))
		.sort((one, other) => one.length - other.length)
		.map((endpoint) => {
			const item = itemOf(resource, facts, value, endpoint);
			const keys = ['', `${resource} `, `${value} `].map((name) => name + endpoint);

			for (const one of keys) unused.delete(one);
			const all = [
				...exceptionsOf(operation, endpoint, item, type),
				...keys.map((one) => EXCEPTIONS[one] ?? {}),
			];
			const [method, path] = endpoint.split(' ');
			const call: Call = {
				type,
				parameters: { resource, operation: value, ...parametersOf(facts, operation, endpoint) },
				...(item && { items: [item] }),
				exceptions: Object.assign({}, ...all.map(({ exceptions = {} }) => exceptions)),
				alsoSends: Object.assign({}, ...all.map(({ alsoSends = {} }) => alsoSends)),
			};

			return { endpoint: { method, path }, call };
		});
}

/** A call of each operation of the nodes for every endpoint that its definition names. */
export const ENDPOINT_CALLS: EndpointCall[] = Object.entries(resourcesOf).flatMap(
	([node, resources]) =>
		resources.flatMap(({ name, operations }) =>
			operations.flatMap((operation) => callsOf(node, name, operation)),
		),
);

if (unused.size > 0) {
	throw new Error(`Remove from test/contract/endpointTable.cts: ${[...unused].join(', ')}`);
}

/** One call of each operation: the first needs the least, the last sets the most. */
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

/** What the table says of a field of the contract that no parameter of its name sets. */
export function exceptionOf(
	{ call: { exceptions = {} } }: EndpointCall,
	name: string,
): FieldException | undefined {
	return exceptions['*'] ?? exceptions[name];
}

/** What every request contains, though no parameter sets it. */
export function alwaysSent({ call }: EndpointCall): string[] {
	return Object.keys(call.alsoSends ?? {});
}
