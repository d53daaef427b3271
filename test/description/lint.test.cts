import { spawnSync } from 'node:child_process';
import { inspect } from 'node:util';

import { NodeConnectionTypes, type INodeTypeDescription } from 'n8n-workflow';

import { builtNodes, PROJECT_ROOT, type BuiltNode } from './built.cts';

/**
 * n8n's lint rules read literals only, so they pass over whatever a factory makes. Here they read the
 * descriptions as they are at run time, written out as one literal.
 */
describe("n8n's lint rules on the descriptions at run time", () => {
	it.each(builtNodes.map((node) => [node.className, node] as const))('%s', (_name, node) => {
		expect(lint(node)).toBe('');
	});

	it('finds a fault where there is one', () => {
		const [node] = builtNodes;
		const [resource, ...others] = node.description.properties;
		const properties = [{ ...resource, displayName: 'the resource' }, ...others];
		expect(lint({ ...node, description: { ...node.description, properties } })).toContain(
			'node-param-display-name-miscased',
		);
	});
});

function lint({ source, className, description }: BuiltNode): string {
	const { stdout, stderr } = spawnSync(
		process.execPath,
		['node_modules/eslint/bin/eslint.js', '--stdin', '--stdin-filename', source],
		{
			cwd: PROJECT_ROOT,
			// The rules take jest's NODE_ENV for their own tests and look at no file name then.
			env: { ...process.env, NODE_ENV: '' },
			input: asSource(className, description),
			encoding: 'utf8',
		},
	);
	return stdout + stderr;
}

/** A class file whose description is one literal; the rules want the names of n8n's connections. */
function asSource(className: string, description: INodeTypeDescription): string {
	const literal = inspect(JSON.parse(JSON.stringify(description)), {
		depth: null,
		maxArrayLength: null,
		maxStringLength: null,
	}).replaceAll(`'${NodeConnectionTypes.Main}'`, 'NodeConnectionTypes.Main');
	return [
		"import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';",
		'',
		`export class ${className} implements INodeType {`,
		`	description: INodeTypeDescription = ${literal};`,
		'}',
		'',
	].join('\n');
}
