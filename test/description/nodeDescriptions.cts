import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

import type {
	ICredentialType,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import packageJson from '../../package.json';
import { PROJECT_ROOT, sourceOf } from '../engine/nodeTypes.cts';

export interface BuiltNode {
	/** Path of the source file, from the root of the project. */
	source: string;
	className: string;
	description: INodeTypeDescription;
	/** How a trigger makes itself known to the service, by webhook and method. */
	webhookMethods?: INodeType['webhookMethods'];
}

export interface BuiltCredential {
	/** Path of the source file, from the root of the project. */
	source: string;
	className: string;
	type: ICredentialType;
}

/** The nodes as they are defined, before n8n's loader adds anything. */
export const builtNodes: BuiltNode[] = packageJson.n8n.nodes.map((path) => {
	const { source, className, built } = load<INodeType>(path);
	const { description, webhookMethods } = built;

	return { source, className, description, webhookMethods };
});

/** The credentials as they are defined. */
export const builtCredentials: BuiltCredential[] = packageJson.n8n.credentials.map((path) => {
	const { source, className, built } = load<ICredentialType>(path);

	return { source, className, type: built };
});

/** Creates an instance of the class of a file, which is named as the file is. */
function load<T>(path: string): { source: string; className: string; built: T } {
	const className = basename(path).split('.')[0];
	const source = sourceOf(path);
	const module = createRequire(__filename)(join(PROJECT_ROOT, source)) as Record<
		string,
		new () => T
	>;

	return { source, className, built: new module[className]() };
}

/** Returns the operations of a node, each with its resource. */
export function operationsOf({ properties }: INodeTypeDescription): Array<{
	resource: string;
	option: INodePropertyOptions;
}> {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap((selector: INodeProperties) =>
			(selector.displayOptions?.show?.resource ?? []).flatMap((resource) =>
				(selector.options as INodePropertyOptions[]).map((option) => ({
					resource: String(resource),
					option,
				})),
			),
		);
}

/** Returns the fields that the editor shows for an operation, whatever else they depend on. */
export function fieldsOfOperation(
	{ properties }: INodeTypeDescription,
	selected: { resource: unknown; operation: unknown },
): INodeProperties[] {
	const conditionsOf = ({ displayOptions }: INodeProperties) =>
		Object.entries((displayOptions?.show ?? {}) as Record<string, unknown[]>);
	const isSelector = (name: string) => /^\/?(resource|operation)$/.test(name);
	const isShown = (field: INodeProperties) =>
		conditionsOf(field).every(
			([name, values]) =>
				!isSelector(name) ||
				values.includes(selected[name.replace('/', '') as keyof typeof selected]),
		);

	/** The property without the conditions on the selectors, which are met. */
	function withoutSelectors(field: INodeProperties): INodeProperties {
		const { displayOptions, ...rest } = field;
		const property: INodeProperties = rest;
		const others = conditionsOf(field).filter(([name]) => !isSelector(name));
		const conditions: INodeProperties['displayOptions'] = {};
		if (displayOptions?.hide) conditions.hide = displayOptions.hide;
		if (others.length > 0) conditions.show = Object.fromEntries(others) as never;
		if (Object.keys(conditions).length > 0) property.displayOptions = conditions;

		if (property.type === 'collection') {
			property.options = shown(property.options as INodeProperties[]);
		}

		return property;
	}

	function shown(fields: INodeProperties[]): INodeProperties[] {
		return fields.filter(isShown).map(withoutSelectors);
	}

	return shown(properties).filter(({ name }) => !isSelector(name));
}
