import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inspect } from 'node:util';

import { NodeConnectionTypes, type INodeTypeDescription } from 'n8n-workflow';

import { builtNodes, PROJECT_ROOT, type BuiltNode } from './built.cts';

/**
 * n8n's lint rules read literals only, so they pass over whatever a factory makes. Here they read the
 * descriptions as they are at run time, written out as one literal.
 */
describe("n8n's lint rules on the descriptions at run time", () => {
	let findings: string[][];
	beforeAll(() => {
		findings = lint([...builtNodes, faulty()]);
	});

	it.each(builtNodes.map(({ className }, index) => [className, index] as const))(
		'%s',
		(_name, index) => expect(findings[index]).toEqual([]),
	);

	it('finds a fault where there is one', () => {
		expect(findings.at(-1)?.join()).toContain('node-param-display-name-miscased');
	});
});

function faulty(): BuiltNode {
	const [node] = builtNodes;
	const [resource, ...others] = node.description.properties;
	const properties = [{ ...resource, displayName: 'the resource' }, ...others];
	return { ...node, description: { ...node.description, properties } };
}

/** What the rules say of each node. */
function lint(nodes: BuiltNode[]): string[][] {
	const texts = nodes.map(({ source, className, description }) => ({
		filePath: source,
		text: asSource(className, description),
	}));
	const { stdout, stderr } = spawnSync(process.execPath, [join(__dirname, 'lintTexts.mjs')], {
		cwd: PROJECT_ROOT,
		// The rules take jest's NODE_ENV for their own tests and look at no file name then.
		env: { ...process.env, NODE_ENV: '' },
		input: JSON.stringify(texts),
		encoding: 'utf8',
	});
	expect(stderr).toBe('');
	return JSON.parse(stdout) as string[][];
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
