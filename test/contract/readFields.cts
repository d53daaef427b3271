import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { resourcesOf } from '../engine/declared.cts';
import { byId } from '../fixtures/locators.cts';
import { TEXT } from '../fixtures/records.cts';
import { ENDPOINT_CALLS } from './endpoints.cts';

/** One field of an operation that reads. */
export interface ReadField {
	property: INodeProperties;
	/** The collection that it is in. */
	collection?: string;
	/** One that the field accepts in `addAllResources`. */
	value: unknown;
	/** What else the operation needs, and what shows the field. */
	parameters: Record<string, unknown>;
}

/** Values of fields for which neither a call of `ENDPOINT_CALLS` nor the type has one. */
const VALUES: Record<string, unknown> = {
	accountId: 'acc-1',
	assignedTo: 'admin-1',
	categoryId: 'cat-1',
	createdAfter: '2025-01-01',
	csm: 'admin-1',
	customFieldId: 'stage-1',
	customObjectId: 'obj-1',
	dueBefore: '2030-01-01',
	fields: 'id, updatedAt',
	healthAbove: 1,
	healthBelow: 9,
	limit: 1,
	nameContains: 'o',
	organizationId: 'org-1',
	renewalFrom: '2025-01-01',
	renewalUntil: '2030-01-01',
	renewalWithinDays: 60,
	scoreAtLeast: 8,
	scoreAtMost: 8,
	segment: 'Enterprise',
	source: TEXT,
	updatedAfter: '2025-01-01',
};

/** External IDs are taken as they are, blanks around them included: what is searched here has none. */
const LEAST: Record<string, Record<string, unknown>> = {
	'customObjectInstance search': { searchBy: 'id', searchValue: 'i-1' },
	'user search': { searchBy: 'email', searchValue: 'office@customer.example' },
};

/** The fields of every operation that reads, those in collections among them. */
export const READ_FIELDS: ReadField[][] = resourcesOf.vitally.flatMap(
	({ name: resource, operations }) =>
		operations
			.filter(({ endpoints }) => endpoints.every((endpoint) => endpoint.startsWith('GET ')))
			.map(({ value: operation, fields }) =>
				fieldsOf(leastParameters(resource, operation), fields),
			),
);

function fieldsOf(base: Record<string, unknown>, fields: INodeProperties[]): ReadField[] {
	const readField = (property: INodeProperties, collection?: string): ReadField => {
		const value = valueOf(property, base[property.name]);
		const shown = conditionsOf(property);
		const set = { ...base, ...shown, ...(!collection && { [property.name]: value }) };
		// What the chosen values show, such as the account of a scope.
		const picked = fields.filter(
			(field) =>
				field.type === 'resourceLocator' &&
				!(field.name in set) &&
				Object.entries(conditionsOf(field)).some(([name, by]) => set[name] === by),
		);
		const others = Object.fromEntries(picked.map(({ name }) => [name, byId(VALUES[name])]));
		return { property, collection, value, parameters: { ...base, ...shown, ...others } };
	};
	return fields.flatMap((property) =>
		property.type === 'collection'
			? (property.options as INodeProperties[])
					// Rows of conditions are tested with their filter.
					.filter(({ type }) => type !== 'fixedCollection')
					.map((field) => readField(field, property.name))
			: [readField(property)],
	);
}

/** The values of other fields by which a field is shown. */
function conditionsOf({ displayOptions }: INodeProperties): Record<string, unknown> {
	const show = Object.entries(displayOptions?.show ?? {});
	return Object.fromEntries(show.map(([name, values]) => [name.replace('/', ''), values?.[0]]));
}

function valueOf({ name, type, options }: INodeProperties, given: unknown): unknown {
	if (typeof given === 'object' && given !== null) return (given as { value: unknown }).value;
	if (given !== undefined) return given;
	if (type === 'boolean') return true;
	if (type === 'options') return (options as INodePropertyOptions[]).at(-1)?.value;
	if (name in VALUES) return VALUES[name];
	throw new Error(`VALUES has none for '${name}'`);
}

function leastParameters(resource: string, operation: string): Record<string, unknown> {
	const endpointCall = ENDPOINT_CALLS.find(
		({ call: { type, parameters } }) =>
			type === undefined && parameters.resource === resource && parameters.operation === operation,
	);
	if (endpointCall)
		return { ...endpointCall.call.parameters, ...LEAST[`${resource} ${operation}`] };
	throw new Error(`No call of ${resource} ${operation}`);
}
