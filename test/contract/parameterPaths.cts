import type { INodeProperties } from 'n8n-workflow';

import { resourcesOf } from '../engine/declaredRequests.cts';
import { byId } from '../fixtures/locators.cts';
import { nameOf, type Call, type EndpointCall } from './endpoints.cts';
import type { Field } from './fields.cts';
import { firstOfEach } from './firstOfEach.cts';

/** A parameter of an operation, at the top or in a collection. */
export interface ParameterPath {
	/** The place of the parameter, for titles; a dot leads into a collection. */
	path: string;
	property: INodeProperties;
	collection?: string;
	/** The parameters that set it, and those that it depends on. */
	parametersWith: (value: unknown) => Record<string, unknown>;
}

/** Returns every parameter of a call's operation, whatever else it depends on. */
export function parameterPathsOf(call: Call): ParameterPath[] {
	return shownProperties(call).flatMap((property) => {
		const members = property.type === 'collection' ? (property.options as INodeProperties[]) : [];

		return [
			parameterPath(call, property),
			...members.map((member) => parameterPath(call, member, property)),
		];
	});
}

/** Parameters that are sent under another name, see `BodyField`. */
const SENT_AS: Record<string, string | undefined> = { taskDescription: 'description' };

/** Returns the name under which the value of a parameter is sent. */
export function sentNameOf(parameter: string): string {
	return SENT_AS[parameter] ?? parameter;
}

/** Returns where a field of the contract can be set: a parameter that is sent under its name, or its JSON form. */
export function pathsOfField(call: Call, { name }: Field): ParameterPath[] {
	return parameterPathsOf(call)
		.filter(
			({ property }) =>
				property.name === `${name}Json` ||
				(sentNameOf(property.name) === name && !/ollection$/.test(property.type)),
		)
		.map((path) => ({
			...path,
			parametersWith: (value) => path.parametersWith(stored(path.property, value)),
		}));
}

/** A field in the editor, with a call of its operation. */
export interface EditorField extends ParameterPath {
	endpointCall: EndpointCall;
	call: Call;
	/** `vitally note create additionalFields.subject` */
	title: string;
}

/** Returns the fields of the operations that are called: whatever enters values begins with them. */
export function editorFieldsOf(endpointCalls: EndpointCall[]): EditorField[] {
	return endpointCalls.flatMap((endpointCall) => {
		const { call } = endpointCall;

		return parameterPathsOf(call).map((field) => {
			return { ...field, endpointCall, call, title: `${nameOf(call)} ${field.path}` };
		});
	});
}

/**
 * Returns one field of each kind: fields that differ only in their texts are read by the same function.
 *
 * @param differenceOf what else distinguishes two fields
 */
export function distinct<T extends EditorField>(
	fields: T[],
	differenceOf: (field: T) => unknown = () => undefined,
): T[] {
	return firstOfEach(fields, (field) =>
		JSON.stringify([field.call.type, kindOf(field.property), differenceOf(field)]),
	);
}

/** Returns what a field accepts, without how the editor describes it. */
export function kindOf(property: INodeProperties): unknown {
	const { name, displayName, type, required, typeOptions, modes, options = [] } = property;
	const members = options as Array<INodeProperties & { value?: unknown }>;
	const values = members.map((member) => member.value ?? member.name);

	return [name, displayName, type, required, typeOptions, modes?.map((mode) => mode.name), values];
}

/** Returns the fields of a call's operation, whatever else they depend on. */
export function shownProperties({ type = 'vitally', parameters }: Call): INodeProperties[] {
	const resource = resourcesOf[type].find(({ name }) => name === parameters.resource);

	return resource?.operations.find(({ value }) => value === parameters.operation)?.fields ?? [];
}

function parameterPath(
	call: Call,
	property: INodeProperties,
	collection?: INodeProperties,
): ParameterPath {
	const { name } = property;

	if (!collection) {
		return {
			path: name,
			property,
			parametersWith: (value) => ({ ...conditionsOf(property, call), [name]: value }),
		};
	}

	const others = call.parameters[collection.name] as object;

	return {
		path: `${collection.name}.${name}`,
		property,
		collection: collection.name,
		parametersWith: (value) => ({
			...conditionsOf(collection, call),
			...conditionsOf(property, call),
			[collection.name]: { ...others, [name]: value },
		}),
	};
}

/** `displayOptions` of a parameter, without the slash that leads out of a collection. */
function conditions({ displayOptions }: INodeProperties) {
	const show = Object.entries((displayOptions?.show ?? {}) as Record<string, unknown[]>);

	return show.map(([name, values]) => [name.replace('/', ''), values] as const);
}

/** The parameters that a parameter depends on, with the first values that fit, where those of the call do not. */
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
