import { additionalDataOf, builtPackages, openWorkflow } from './engine.cts';

import type { AddressInfo } from 'node:net';

import express from 'express';
import { WebhookContext } from 'n8n-core';
import type { IDataObject, INode, INodeParameters, IWebhookData } from 'n8n-workflow';

import type { CredentialValues } from './credentials.cts';

/** A node that waits for calls. */
export interface WebhookNode {
	url: string;
	/** The items of each execution that a call started. */
	executions: IDataObject[][];
	/** What n8n does when the workflow is activated; throws what rejects the activation. */
	activate(): Promise<void>;
	close(): void;
}

const NAME = 'Vitally Playbook Trigger';

/** A webhook of ours behind a real server; context and helpers are n8n's own, as its server calls them. */
export async function openWebhook(
	parameters: INodeParameters,
	credentials: CredentialValues,
	ids: { node?: string; workflow?: string } = {},
): Promise<WebhookNode> {
	const packages = await builtPackages();
	const node: INode = {
		id: ids.node ?? 'webhook',
		name: NAME,
		type: 'n8n-nodes-vitally.vitallyPlaybookTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: {
			httpHeaderAuth: { id: 'header', name: 'Header' },
		},
	};
	const file = { name: 'One webhook', nodes: [node], connections: {} };
	const { workflow } = await openWorkflow(file, { credentials });
	workflow.id = ids.workflow ?? workflow.id;
	const type = packages.getByNameAndVersion(node.type, 1);
	const [webhookDescription] = type.description.webhooks ?? [];
	const webhook = { node: NAME, webhookDescription } as unknown as IWebhookData;
	const contextOf = (served: object) => {
		const additionalData = additionalDataOf(workflow, packages, { credentials });
		const own = workflow.getNode(NAME) as INode;
		const data = { ...additionalData, ...served };
		return new WebhookContext(workflow, own, data, 'webhook', webhook, [], null);
	};
	const executions: IDataObject[][] = [];
	const server = express()
		.use(express.json({ limit: '16mb' }), express.text(), express.urlencoded({ extended: true }))
		.post('/webhook', async (httpRequest, httpResponse) => {
			const context = contextOf({ httpRequest, httpResponse });
			const answer = await workflow.expression.withIsolate(
				async () => await type.webhook?.call(context),
			);
			if (answer?.workflowData) executions.push(answer.workflowData[0].map(({ json }) => json));
			if (!answer?.noWebhookResponse) httpResponse.json({ message: 'Workflow was started' });
		})
		.listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
		executions,
		activate: async () => {
			const { checkExists, create } = type.webhookMethods?.default ?? {};
			const context = contextOf({}) as never;
			if (!(await checkExists?.call(context))) await create?.call(context);
		},
		close: () => server.close(),
	};
}
