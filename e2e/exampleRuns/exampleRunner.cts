import assert from 'node:assert/strict';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { chatWith } from '../chatWindow.cts';
import { until } from '../child.cts';
import type { Example } from '../examples.cts';
import type { FakeServices } from '../fakeServices/fakeServices.cts';
import { errorOf, type Execution, type NewWorkflow, type Session } from '../session.cts';
import type { ExampleRun, Surroundings } from './exampleRun.cts';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** Runs examples that were imported, one after the other. */
export class ExampleRunner {
	constructor(
		private readonly url: string,
		private readonly session: Session,
		private readonly sandbox: Sandbox,
		private readonly services: FakeServices,
	) {}

	/**
	 * Every node of the example has to run, because n8n looks at the parameters of those alone.
	 *
	 * @returns a line for the report
	 */
	async run({ id, nodes }: Example, exampleRun: ExampleRun | undefined): Promise<string> {
		const { sandbox, services } = this;
		sandbox.reset();
		services.reset();
		const ran = new Set<string>();
		const ended = (execution: Execution) => {
			assert.deepEqual([execution.status, errorOf(execution)], ['success', undefined]);
			for (const name of Object.keys(execution.data.resultData.runData)) ran.add(name);
			return execution;
		};
		const surroundings: Surroundings = {
			...services,
			sandbox,
			choose: async (name, parameters) => {
				const node = nodes.find((candidate) => candidate.name === name);
				assert.ok(node, `There is no node ${name}`);
				Object.assign(node.parameters, parameters);
				await this.change(id, { nodes });
			},
			from: async (trigger, items) => {
				// As the editor pins the output of a node.
				const pinData = items && { [trigger]: items.map((json) => ({ json })) };
				if (pinData) await this.change(id, { pinData });
				return ended(await this.session.run(id, trigger));
			},
			chat: async (trigger, chatInput, choose) => {
				const sessionId = 'session';
				const json = { sessionId, action: 'sendMessage', chatInput };
				await this.change(id, { pinData: { [trigger]: [{ json }] } });
				const started = await this.session.start(id, trigger);
				const execution = await until('the chat', async () => {
					const stored = await this.session.execution(started);
					return stored.data.resumeToken !== undefined && stored;
				});
				const messages = await chatWith(this.url, sessionId, execution, choose);
				ended(await this.session.ended(started));
				return messages;
			},
			activate: async () => {
				await this.session.activate(id);
				return this.url;
			},
			started: async (count) => {
				const found = await until(`${count} executions`, async () => {
					const executions = await this.session.executions(id);
					return executions.length >= count && executions.reverse();
				});
				assert.equal(found.length, count);
				return await Promise.all(
					found.map(async (execution) => ended(await this.session.ended(execution.id))),
				);
			},
		};
		try {
			assert.ok(exampleRun, 'It has no row in e2e/exampleRuns');
			const happened = await exampleRun(surroundings);
			assert.deepEqual(sandbox.contractErrors(), []);
			const still = nodes.filter(({ type, name }) => type !== STICKY_NOTE && !ran.has(name));
			assert.deepEqual(
				still.map(({ name }) => name),
				[],
				'Nodes that did not run',
			);
			assert.deepEqual(services.problems, []);
			return `${id}: ${happened}`;
		} catch (error) {
			const problems = new Set(services.problems);
			throw new Error([`Example ${id}`, ...problems].join('\n'), { cause: error });
		} finally {
			// What one that failed still sends is not counted against the next one.
			await this.session.settled(id);
		}
	}

	private async change(id: string, parts: Partial<NewWorkflow>): Promise<void> {
		await this.session.rest('PATCH', `/rest/workflows/${id}`, parts);
	}
}
