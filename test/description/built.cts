import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

import type {
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import packageJson from '../../package.json';

export const PROJECT_ROOT = join(__dirname, '..', '..');

export interface BuiltNode {
	/** Path of the source file, from the root of the project. */
	source: string;
	className: string;
	description: INodeTypeDescription;
}

/** The nodes as they are built, before n8n's loader adds anything. */
export const builtNodes: BuiltNode[] = packageJson.n8n.nodes.map((path) => {
	const className = basename(path, '.node.js');
	const module = createRequire(__filename)(join(PROJECT_ROOT, path)) as Record<
		string,
		new () => INodeType
	>;
	return {
		source: path.replace(/^dist\/(.*)\.js$/, '$1.ts'),
		className,
		description: new module[className]().description,
	};
});

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
