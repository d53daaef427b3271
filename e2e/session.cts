import type {
	IDataObject,
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
	workflowId: string;
	status: string;
	mode: string;
	finished: boolean;
}

export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

/** The parts of a workflow that a caller has to pass. */
export type NewWorkflow = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'> &
	Partial<Pick<IWorkflowBase, 'settings' | 'pinData'>>;

/** A login to an n8n, for the requests that its editor makes. */
export class Session {
	private constructor(
		private readonly url: string,
		private readonly cookie: string,
	) {}

	/** Makes the owner's account in a new n8n, logs in to any other. */
	static async open(url: string): Promise<Session> {
		const { email, password } = OWNER;
		let answer = await post(`${url}/rest/owner/setup`, OWNER);
		if (!answer.ok) {
			answer = await post(`${url}/rest/login`, { emailOrLdapLoginId: email, password });
		}
		if (!answer.ok) throw new Error(`No login to ${url}: ${await answer.text()}`);
		const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
		return new Session(url, cookie.join('; '));
	}

	/** One request to the editor's API; rejects with the answer unless it is a good one. */
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

	/** @returns id and name, as the `credentials` of a node want them */
	async addCredential(
		type: string,
		name: string,
		data: object,
	): Promise<{ id: string; name: string }> {
		const { id } = await this.rest<{ id: string }>('POST', '/rest/credentials', {
			type,
			name,
			data,
		});
		return { id, name };
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

	async deactivate(workflowId: string): Promise<void> {
		await this.rest('POST', `/rest/workflows/${workflowId}/deactivate`, {});
	}

	/** Runs a workflow from a trigger node, and waits for the end. */
	async run(workflowId: string, from: string, timeoutMs?: number): Promise<Execution> {
		return await this.ended(await this.start(workflowId, from), timeoutMs);
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

	/** The newest first. */
	async executions(workflowId: string, limit = 100): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.rest<{ results: ExecutionSummary[] }>(
			'GET',
			`/rest/executions?filter=${filter}&limit=${limit}`,
		);
		return results;
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

	/** Waits until no execution of a workflow is running. */
	async settled(workflowId: string): Promise<void> {
		await until('the end of executions', async () =>
			(await this.executions(workflowId)).every(hasEnded),
		);
	}

	async ended(id: string, timeoutMs?: number): Promise<Execution> {
		return await until(
			`the end of execution ${id}`,
			async () => {
				const execution = await this.execution(id);
				return hasEnded(execution) && execution;
			},
			timeoutMs,
		);
	}
}

function hasEnded({ status }: ExecutionSummary): boolean {
	return !['new', 'running', 'waiting', 'unknown'].includes(status);
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

async function post(url: string, body: object): Promise<Response> {
	return await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
}
