import './environment.cts';
// n8n's loader loads these by their paths. Imported here, they tell Jest which suites a change concerns.
import '../../credentials/VitallyAnalyticsApi.credentials';
import '../../credentials/VitallyApi.credentials';
import '../../nodes/Vitally/Vitally.node';
import '../../nodes/Vitally/VitallyPlaybookTrigger.node';
import '../../nodes/Vitally/VitallyTrigger.node';
import '../../nodes/VitallyAnalytics/VitallyAnalytics.node';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PackageDirectoryLoader, RoutingNode, ExecuteContext } from 'n8n-core';
import {
	NodeHelpers,
	type ICredentialType,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';

export const PROJECT_ROOT = join(__dirname, '..', '..');

/** n8n's own nodes, as many of them as `scripts/n8n-nodes.mjs` brings. */
export const N8N_NODES = join(PROJECT_ROOT, 'node_modules', '.n8n-nodes');

/** The nodes and credentials of a workflow: our package, and n8n's own nodes as they are asked for. */
export interface NodePackages extends INodeTypes {
	credential(type: string): ICredentialType;
}

/** @param directory where a built package of ours is; by default, n8n's loader loads the sources */
export async function loadPackages(directory?: string): Promise<NodePackages> {
	const ours = new PackageDirectoryLoader(directory ?? PROJECT_ROOT);

	if (directory === undefined) {
		const { nodes = [], credentials = [] } = ours.packageJson.n8n ?? {};

		Object.assign(ours.packageJson, {
			n8n: { nodes: nodes.map(sourceOf), credentials: credentials.map(sourceOf) },
		});
	}

	await ours.loadAll();
	const base = new PackageDirectoryLoader(N8N_NODES);

	base.known.nodes = JSON.parse(
		readFileSync(join(N8N_NODES, 'dist', 'known', 'nodes.json'), 'utf8'),
	);
	const loaders = { 'n8n-nodes-vitally': ours, 'n8n-nodes-base': base };

	const nodeType = (type: string): INodeType | IVersionedNodeType => {
		const [packageName, name] = type.split('.') as [keyof typeof loaders, string];

		// n8n's server makes a tool of the node whose name stands before `Tool` (n8n, node-types.js).
		return loaders[packageName].getNode(name.replace(/Tool$/, '')).type;
	};

	return {
		getByName: nodeType,
		getByNameAndVersion: (type, version) =>
			withExecute(NodeHelpers.getVersionedNodeType(nodeType(type), version)),
		getKnownTypes: () => ({}),
		credential: (type) => ours.getCredential(type).type,
	};
}

/** The source of a file that package.json registers. */
export function sourceOf(path: string): string {
	return path.replace(/^dist\/(.*)\.js$/, '$1.ts');
}

/** n8n's server sets the `execute` of declarative nodes in the same way; see `execution/declarative.ts`. */
function withExecute(type: INodeType): INodeType {
	const isDeclarative = type.description.requestDefaults !== undefined;

	if (isDeclarative && !type.execute && !type.poll && !type.trigger && !type.webhook) {
		type.execute = async function () {
			const output = await new RoutingNode(this as unknown as ExecuteContext, type).runNode();

			return output ?? null;
		};
	}

	return type;
}
