import { createServer } from 'node:http';

import express from 'express';
import { WebhookContext } from 'n8n-core';
import type { IDataObject, INodeParameters, IWebhookData, WorkflowExecuteMode } from 'n8n-workflow';

import type { CredentialValues } from './credentials.cts';
import { additionalDataOf, builtPackages, newNode, openWorkflow } from './engine.cts';
import { listen } from './listen.cts';

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

/** Opens a webhook of ours behind a real server; context and helpers are n8n's own, as its server calls them. */
export async function openWebhook(
	parameters: INodeParameters,
	credentials: CredentialValues,
	ids: { node?: string; workflow?: string; mode?: WorkflowExecuteMode } = {},
): Promise<WebhookNode> {
	const packages = await builtPackages();
	const node = newNode(NAME, 'n8n-nodes-vitally.vitallyPlaybookTrigger', {
		id: ids.node ?? NAME,
		parameters,
		credentials: { httpHeaderAuth: { id: 'header', name: 'Header' } },
	});
	const file = { name: 'One webhook', nodes: [node], connections: {} };
	const { workflow } = await openWorkflow(file, { credentials });

	workflow.id = ids.workflow ?? workflow.id;
	const type = packages.getByNameAndVersion(node.type, 1);
	const [webhookDescription] = type.description.webhooks ?? [];
	const webhook = { node: NAME, webhookDescription } as unknown as IWebhookData;

	const contextOf = (served: object) => {
		const additionalData = additionalDataOf(workflow, packages, { credentials });
		const data = { ...additionalData, ...served };

		const mode = ids.mode ?? 'webhook';

		return new WebhookContext(workflow, workflow.nodes[NAME], data, mode, webhook, [], null);
	};

	const executions: IDataObject[][] = [];
	const application = express()
		.use(express.json({ limit: '16mb' }), express.text(), express.urlencoded({ extended: true }))
		.use(parseForm)
		.post('/webhook', async (httpRequest, httpResponse) => {
			const context = contextOf({ httpRequest, httpResponse });
			const answer = await workflow.expression.withIsolate(
				async () => await type.webhook?.call(context),
			);
			if (answer?.workflowData) executions.push(answer.workflowData[0].map(({ json }) => json));

			const respondsTwice = httpResponse.headersSent && !answer?.noWebhookResponse;
			if (respondsTwice) executions.push([{ respondsTwice }]);
			if (!answer?.noWebhookResponse) httpResponse.json({ message: 'Workflow was started' });
		});
	const server = createServer(application);

	return {
		url: `${await listen(server)}/webhook`,
		executions,
		activate: async () => {
			const { checkExists, create } = type.webhookMethods?.default ?? {};
			const context = contextOf({}) as never;
			if (!(await checkExists?.call(context))) await create?.call(context);
		},
		close: () => server.close(),
	};
}

/** Parses the fields of a form as n8n's server does, which stores files on its disk. */
async function parseForm(
	request: express.Request,
	_response: express.Response,
	next: express.NextFunction,
): Promise<void> {
	if (request.is('multipart/form-data')) {
		const headers = { 'content-type': String(request.headers['content-type']) };
		const chunks: Buffer[] = [];

		for await (const chunk of request) chunks.push(chunk as Buffer);

		const form = await new Response(Buffer.concat(chunks), { headers }).formData();
		const entries = [...form.entries()];
		const data = entries.filter(([, value]) => typeof value === 'string');
		const files = entries.filter(([, value]) => typeof value !== 'string');
		const stored = files.map(([name]) => [name, { filepath: `/home/node/upload-${name}` }]);

		request.body = { data: Object.fromEntries(data), files: Object.fromEntries(stored) };
	}

	next();
}
