import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type INodeExecutionData,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	type NodeApiError,
} from 'n8n-workflow';

import { CredentialsInMemory } from './credentials.cts';
import { builtPackages, newNode } from './engine.cts';

const CREDENTIAL = { id: 'tested', name: 'Tested' };

/**
 * Presses the Test button of a credential: its `test.request` goes through n8n's own routing, its
 * rules are read as n8n's server does, which is not part of the engine's package.
 *
 * @returns the message for the user, `undefined` when the credential is good
 */
export async function errorOfCredential(
	type: string,
	data: ICredentialDataDecryptedObject,
): Promise<string | undefined> {
	const packages = await builtPackages();
	const { test } = packages.credential(type);
	if (!test) throw new Error(`${type} has no test`);

	try {
		const [[{ json }]] = await route(type, data, test.request);
		const broken = test.rules?.find(
			({ type, properties }) =>
				type === 'responseSuccessBody' &&
				Reflect.get(Object(json) as object, (properties as { key: string }).key) ===
					properties.value,
		);

		return broken?.properties.message;
	} catch (thrown) {
		const error = thrown as NodeApiError;
		const { response, code } = (error.cause ?? {}) as {
			response?: { status: number; statusText: string };
			code?: string;
		};
		if (!response) return code ?? error.message;

		const rule = test.rules?.find(
			({ type, properties }) => type === 'responseCode' && properties.value === response.status,
		);

		return rule?.properties.message ?? response.statusText;
	}
}

/** A node of one hidden property that carries the request, as n8n's server makes it for the test. */
async function route(type: string, data: ICredentialDataDecryptedObject, request: object) {
	const packages = await builtPackages();
	const noOp = packages.getByNameAndVersion('n8n-nodes-base.noOp', 1);
	const temp = { displayName: 'Temp', name: 'temp', type: 'string', default: '' };
	const nodeType = {
		description: {
			...noOp.description,
			credentials: [{ name: type, required: true }],
			properties: [{ ...temp, routing: { request } }],
		},
	} as INodeType;
	const node = newNode('Temp', 'n8n-nodes-base.noOp', { credentials: { [type]: CREDENTIAL } });
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { ...packages, getByNameAndVersion: () => nodeType },
	});
	const context = new ExecuteContext(
		workflow,
		node,
		{
			credentialsHelper: new CredentialsInMemory(packages, { [type]: data }),
			webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
			formWaitingBaseUrl: 'http://localhost/form-waiting',
		} as unknown as IWorkflowExecuteAdditionalData,
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const items = await workflow.expression.withIsolate(
		async () => await new RoutingNode(context, nodeType, { ...CREDENTIAL, type, data }).runNode(),
	);

	return items as INodeExecutionData[][];
}
