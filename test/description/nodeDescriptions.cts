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

/** An instance of the class of a file, which is named as the file is. */
function load<T>(path: string): { source: string; className: string; built: T } {
	const className = basename(path).split('.')[0];
	const source = sourceOf(path);
	const module = createRequire(__filename)(join(PROJECT_ROOT, source)) as Record<
		string,
		new () => T
	>;

	return { source, className, built: new module[className]() };
}

/** Every resource of a node with its operations. */
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

/** The fields that the editor shows for an operation, whatever else they depend on. */
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
	const shown = (fields: INodeProperties[]): INodeProperties[] =>
		fields.filter(isShown).map((field) => {
			const { displayOptions, ...rest } = field;
			const others = conditionsOf(field).filter(([name]) => !isSelector(name));
			const show = others.length > 0 && { show: Object.fromEntries(others) as never };
			const hide = displayOptions?.hide && { hide: displayOptions.hide };

			return {
				...rest,
				...(rest.type === 'collection' && { options: shown(rest.options as INodeProperties[]) }),
				...((show || hide) && { displayOptions: { ...hide, ...show } }),
			};
		});

	return shown(properties).filter(({ name }) => !isSelector(name));
}
