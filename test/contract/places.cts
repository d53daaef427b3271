import type { INodeProperties } from 'n8n-workflow';

import { builtNodes, fieldsOfOperation } from '../description/built.cts';
import { byId } from '../fixtures/locators.cts';
import type { Call } from './endpoints.cts';
import type { Field } from './fields.cts';

/** A way to set a field of the contract on the node. */
export interface Place {
	/** Where the parameter stands, for titles; a dot leads into a collection. */
	path: string;
	/** What the parameter is. */
	property: INodeProperties;
	/** The parameters that set the field, those that make it show among them. */
	parametersWith: (value: unknown) => Record<string, unknown>;
}

/**
 * Where a field of the contract can be set: a parameter of the same name, at the top or in a
 * collection, or its JSON form. What a parameter asks for in `displayOptions` is set too.
 */
export function placesOf(call: Call, { name }: Field): Place[] {
	const isPlace = (property: INodeProperties) =>
		property.name === `${name}Json` ||
		(property.name === name && property.type !== 'fixedCollection');
	return shownProperties(call).flatMap((property): Place[] => {
		const conditions = conditionsOf(property, call);
		if (isPlace(property)) {
			return [
				{
					path: property.name,
					property,
					parametersWith: (value) => ({
						...conditions,
						[property.name]: stored(property, value),
					}),
				},
			];
		}
		if (property.type !== 'collection') return [];
		const { name: collection, options = [] } = property;
		return (options as INodeProperties[]).filter(isPlace).map((option) => ({
			path: `${collection}.${option.name}`,
			property: option,
			parametersWith: (value) => ({
				...conditions,
				...conditionsOf(option, call),
				[collection]: {
					...(call.parameters[collection] as object | undefined),
					[option.name]: stored(option, value),
				},
			}),
		}));
	});
}

/** The fields of a call's operation, whatever else they depend on. */
export function shownProperties({ type = 'vitally', parameters }: Call): INodeProperties[] {
	const node = builtNodes.find(({ description }) => description.name === type);
	const { resource, operation } = parameters;
	return node ? fieldsOfOperation(node.description, { resource, operation }) : [];
}

/** `displayOptions` of a parameter, without the slash that leads out of a collection. */
function conditions({ displayOptions }: INodeProperties) {
	const show = Object.entries((displayOptions?.show ?? {}) as Record<string, unknown[]>);
	return show.map(([name, values]) => [name.replace('/', ''), values] as const);
}

/** The first values that fit, where those of the call do not. */
function conditionsOf(property: INodeProperties, { parameters }: Call): Record<string, unknown> {
	const missing = conditions(property).filter(
		([name, values]) => !values.includes(parameters[name]),
	);
	return Object.fromEntries(missing.map(([name, [value]]) => [name, value]));
}

function stored({ type }: INodeProperties, value: unknown): unknown {
	if (type === 'json') return JSON.stringify(value);
	return type === 'resourceLocator' ? byId(value) : value;
}
