import { inspect } from 'node:util';

import { NodeConnectionTypes } from 'n8n-workflow';

import { lint } from '../package/lint.cts';
import {
	builtCredentials,
	builtNodes,
	type BuiltCredential,
	type BuiltNode,
} from './nodeDescriptions.cts';

/** The Playbook Trigger authenticates calls as n8n's Webhook node does, with n8n's own credential. */
const HEADER_AUTH_FINDINGS =
	/no-credential-reuse|valid-credential-references|credentials-name-unsuffixed/;

/**
 * n8n's lint rules read literals only, so they pass over whatever a factory makes. Here they read the
 * descriptions as they are at run time, written out as one literal.
 */
describe("n8n's lint rules on the descriptions at run time", () => {
	const built = [...builtNodes.map(nodeFile), ...builtCredentials.map(credentialFile)];
	let findings: string[][];

	beforeAll(() => {
		const contents = [...built, nodeFile(faultyNode()), credentialFile(faultyCredential())];

		findings = lint({ contents })[0];
	});

	const FILES = built.map(({ filePath }, index) => ({ filePath, index }));

	it.each(FILES)('find no fault in $filePath', ({ filePath, index }) => {
		const isPlaybook = filePath.endsWith('VitallyPlaybookTrigger.node.ts');
		const known = (finding: string) => isPlaybook && HEADER_AUTH_FINDINGS.test(finding);

		expect(findings[index].filter((finding) => !known(finding))).toEqual([]);
	});

	it('find a fault where there is one', () => {
		const [inNode, inCredential] = findings.slice(built.length);

		expect(inNode.join()).toContain('node-param-display-name-miscased');
		expect(inCredential.join()).toContain('credential-password-field');
	});
});

function faultyNode(): BuiltNode {
	const node = builtNodes.at(-1) as BuiltNode;
	const [resource, ...others] = node.description.properties;
	const properties = [{ ...resource, displayName: 'the resource' }, ...others];

	return { ...node, description: { ...node.description, properties } };
}

function faultyCredential(): BuiltCredential {
	const [credential] = builtCredentials;
	const [apiKey, ...others] = credential.type.properties;
	const properties = [{ ...apiKey, typeOptions: {} }, ...others];

	return { ...credential, type: { ...credential.type, properties } };
}

interface File {
	filePath: string;
	text: string;
}

/** A class file whose description is one literal; the rules want the names of n8n's connections. */
function nodeFile({ source, className, description, webhookMethods }: BuiltNode): File {
	const methods = webhookMethods ? `	webhookMethods = { ${methodsIn(webhookMethods)} };` : '';
	const text = [
		"import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';",
		'',
		`export class ${className} implements INodeType {`,
		`	description: INodeTypeDescription = ${literal(description)};`,
		methods,
		'}',
		'',
	].join('\n');

	return {
		filePath: source,
		text: text.replaceAll(`'${NodeConnectionTypes.Main}'`, 'NodeConnectionTypes.Main'),
	};
}

/** The rules ask which methods there are, not what they do. */
function methodsIn(webhooks: NonNullable<BuiltNode['webhookMethods']>): string {
	return Object.entries(webhooks)
		.map(([webhook, methods]) => {
			const names = Object.keys(methods).map((name) => `async ${name}() {}`);

			return `${webhook}: { ${names.join(', ')} }`;
		})
		.join(', ');
}

/** A class file whose fields are literals; what signs a request is a function, and no description. */
function credentialFile({ source, className, type }: BuiltCredential): File {
	const { properties, ...others } = type;

	delete others.authenticate;
	const fields = Object.entries(others).map(([name, value]) => `	${name} = ${literal(value)};`);
	const text = [
		"import type { ICredentialType, INodeProperties } from 'n8n-workflow';",
		'',
		`export class ${className} implements ICredentialType {`,
		...fields,
		`	properties: INodeProperties[] = ${literal(properties)};`,
		'}',
		'',
	].join('\n');

	return { filePath: source, text };
}

function literal(value: unknown): string {
	return inspect(JSON.parse(JSON.stringify(value)), {
		depth: null,
		maxArrayLength: null,
		maxStringLength: null,
	});
}
