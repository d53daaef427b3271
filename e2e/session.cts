import type {
	IDataObject,
	INode,
	INodeCredentialsDetails,
	INodeExecutionData,
	IRunExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';

import { until } from './child.cts';

/** The login of every n8n that these files start. */
export const OWNER = {
	email: 'support.lead@example.com',
	password: 'Sandbox-only-1',
	firstName: 'Support',
	lastName: 'Lead',
};

interface ExecutionSummary {
	id: string;
	status: string;
}

export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

interface NewCredential {
	name: string;
	type: string;
	data: object;
}

interface StoredCredential {
	id: string;
	name: string;
	createdAt: string;
}

/** The parts of a workflow that a caller has to pass. */
export type NewWorkflow = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'> &
	Partial<Pick<IWorkflowBase, 'settings' | 'pinData'>>;

/**
 * Returns a workflow of nodes that follow one another.
 *
 * @param nodes what they leave out is what n8n assigns
 */
export function sequence(
	name: string,
	nodes: Array<Pick<INode, 'name' | 'type'> & Partial<INode>>,
): NewWorkflow {
	return {
		name,
		nodes: nodes.map((node, index) => ({
			id: node.name,
			typeVersion: 1,
			position: [220 * index, 0],
			parameters: {},
			...node,
		})),
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map((next, index) => [
					nodes[index].name,
					{ main: [[{ node: next.name, type: 'main', index: 0 }]] },
				]),
		),
	};
}

/** A login to an n8n, for the requests that its editor makes. */
export class Session {
	private constructor(
		private readonly url: string,
		private readonly cookie: string,
	) {}

	/** Logs in to an n8n; in a new n8n it creates the owner's account first. */
	static async open(url: string): Promise<Session> {
		const { email, password } = OWNER;
		let answer = await postJson(`${url}/rest/owner/setup`, OWNER);

		if (!answer.ok) {
			answer = await postJson(`${url}/rest/login`, { emailOrLdapLoginId: email, password });
		}

		if (!answer.ok) throw new Error(`No login to ${url}: ${await answer.text()}`);

		const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);

		return new Session(url, cookie.join('; '));
	}

	/**
	 * Sends a request to the editor's API.
	 *
	 * @throws Error with the answer, unless it is a good one
	 */
	async rest<T>(method: string, path: string, body?: object): Promise<T> {
		const answer = await fetch(this.url + path, {
			method,
			headers: { cookie: this.cookie, 'content-type': 'application/json' },
			body: body && JSON.stringify(body),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);

		const response = JSON.parse(text) as { data?: T };

		return response.data ?? (response as T);
	}

	/** @returns the credential, as a node refers to it */
	async addCredential({ name, type, data }: NewCredential): Promise<INodeCredentialsDetails> {
		const body = { name, type, data };
		const { id } = await this.rest<{ id: string }>('POST', '/rest/credentials', body);

		return { id, name };
	}

	/** @returns the credential of a service that speaks Vitally's API, as `credentials` of a node */
	async addVitally({ url, apiKey }: { url: string; apiKey: string }) {
		const data = { dataCenter: 'custom', baseUrl: url, apiKey };

		return {
			vitallyApi: await this.addCredential({ name: 'Sandbox', type: 'vitallyApi', data }),
		};
	}

	/** @returns the credential that was added last, as `credentials` of a node */
	async newestCredential() {
		const all = await this.rest<StoredCredential[]>('GET', '/rest/credentials');
		const [newest] = all.sort((a, b) => b.createdAt.localeCompare(a.createdAt));

		return { vitallyApi: { id: newest.id, name: newest.name } };
	}

	async addWorkflow(workflow: NewWorkflow): Promise<string> {
		const { id } = await this.rest<{ id: string }>('POST', '/rest/workflows', {
			settings: { executionOrder: 'v1' },
			...workflow,
		});

		return id;
	}

	async activate(workflowId: string): Promise<void> {
		const path = `/rest/workflows/${workflowId}`;
		const { versionId } = await this.rest<{ versionId: string }>('GET', path);

		await this.rest('POST', `${path}/activate`, { versionId });
	}

	/** Runs a workflow from a trigger node, and waits for the end. */
	async run(workflowId: string, from: string, timeoutMs?: number): Promise<Execution> {
		const id = await this.start(workflowId, from);

		await this.settled(workflowId, timeoutMs);

		return await this.execution(id);
	}

	/** @returns the id of an execution that has begun */
	async start(workflowId: string, from: string): Promise<string> {
		const { executionId } = await this.rest<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflowId}/run`,
			{ triggerToStartFrom: { name: from } },
		);

		return executionId;
	}

	async execution(id: string): Promise<Execution> {
		const stored = await this.rest<ExecutionSummary & { data: string }>(
			'GET',
			`/rest/executions/${id}`,
		);
		// An ES module, so it cannot be imported at the top of this file.
		const { parse } = await import('flatted');

		return { ...stored, data: parse(stored.data) as IRunExecutionData };
	}

	/** @returns the newest 100 of a workflow, the newest first */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?filter=${filter}&limit=100`;

		return (await this.rest<{ results: ExecutionSummary[] }>('GET', path)).results;
	}

	/**
	 * Waits until a workflow has had so many executions, and none is running.
	 *
	 * @returns the newest first
	 */
	async settled(workflowId: string, timeoutMs?: number, count = 1): Promise<ExecutionSummary[]> {
		const active = ['new', 'running', 'waiting', 'unknown'];

		return await until(
			`the end of ${count} executions`,
			async () => {
				const results = await this.executions(workflowId);
				const isSettled = results.every(({ status }) => !active.includes(status));

				return isSettled && results.length >= count && results;
			},
			timeoutMs,
		);
	}
}

/** The items that came out of a node, of all its runs. */
export function itemsOf({ data }: Execution, node: string): INodeExecutionData[] {
	const runs = data.resultData.runData[node] ?? [];

	return runs
		.flatMap((run) => Object.values(run.data ?? {}).flat(2))
		.filter((item) => item !== null);
}

/** What came out of a trigger: at least one item, or it throws. */
export function emittedBy(execution: Execution, trigger: string): IDataObject[] {
	const items = itemsOf(execution, trigger);
	if (items.length === 0) throw new Error(`${trigger} emitted nothing`);

	return items.map(({ json }) => json);
}

/** What the execution or one of its nodes stopped with. */
export function errorOf({ data }: Execution): string | undefined {
	const nodes = Object.values(data.resultData.runData).flat();
	const error = data.resultData.error ?? nodes.find(({ error }) => error)?.error;

	return error && [error.message, error.description].filter(Boolean).join('\n');
}

/** Sends JSON, as other programs call a webhook. */
export async function postJson(
	url: string,
	body: object,
	headers: Record<string, string> = {},
): Promise<Response> {
	return await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
}
