import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	isHitlToolType,
	NodeHelpers,
	SEND_AND_WAIT_OPERATION,
	type INode,
	type INodeTypeDescription,
} from 'n8n-workflow';

import type { Installation } from '../install.cts';
import type { StoredCredential } from './httpService.cts';
import { parameterProblems } from '../../test/examples/parameterProblems.cts';

/** n8n's own packages, by the prefix of their node types. */
const PACKAGES = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];

/** Assigns to nodes of other services the credentials that n8n's editor would ask for. */
export class NodeCredentials {
	private readonly types: INodeTypeDescription[];

	constructor(
		{ modules }: Installation,
		private readonly credentials: StoredCredential[],
	) {
		this.types = PACKAGES.flatMap((name) => {
			const file = join(modules, ...name.split('/'), 'dist', 'types', 'nodes.json');
			const types = JSON.parse(readFileSync(file, 'utf8')) as INodeTypeDescription[];
			return types.map((type) => ({ ...type, name: `${name}.${type.name}` }));
		});
	}

	/**
	 * The node with its credentials; nodes of other packages as they are.
	 *
	 * @throws Error where there is no such node in n8n, it has no such parameters, or there is no
	 * credential of a type that it needs
	 */
	given(given: INode): INode {
		if (!PACKAGES.some((name) => given.type.startsWith(`${name}.`))) return given;
		const node = isHitlToolType(given.type) ? asReviewed(given) : given;
		const type = this.types.find(
			({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
		);
		if (!type) throw new Error(`n8n has no node ${node.type} ${node.typeVersion}`);
		const { properties } = type;
		const parameters =
			NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, type) ?? {};
		const problems = parameterProblems(node, type, parameters);
		if (problems.length > 0) throw new Error([`Node ${node.name}`, ...problems].join('\n'));
		const wanted = (type.credentials ?? [])
			.filter((credential) => NodeHelpers.displayParameter(parameters, credential, node, type))
			.map(({ name }) => name);
		// HTTP Request names the credential in a parameter.
		const { authentication, nodeCredentialType } = parameters;
		if (authentication === 'predefinedCredentialType') wanted.push(String(nodeCredentialType));
		if (wanted.length === 0) return given;
		const chosen = wanted.map((name) => {
			const found = this.credentials.find((credential) => credential.type === name);
			if (!found) throw new Error(`There is no credential ${name} for ${node.name}`);
			return [name, { id: found.id, name: found.name }];
		});
		return { ...given, credentials: Object.fromEntries(chosen) };
	}
}

/** n8n creates the review of tools at its start, from each node that can wait for an approval. */
function asReviewed(node: INode): INode {
	const fixed = { operation: SEND_AND_WAIT_OPERATION, responseType: 'approval' };
	const type = node.type.replace(/HitlTool$/, '');
	return { ...node, type, parameters: { ...node.parameters, ...fixed } };
}
