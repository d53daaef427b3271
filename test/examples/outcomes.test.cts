import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runWorkflow, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** What is in Vitally, and what comes out, once an example has run; twice where that must not matter. */
describe('what becomes of an example', () => {
	const sandbox = sandboxOfSuite();

	const run = async (file: string) => {
		const text = readFileSync(join(PROJECT_ROOT, 'examples', file), 'utf8');
		const workflow = JSON.parse(text) as WorkflowFile;
		const outcome = await runWorkflow(workflow, { credentials: credentialsFor(sandbox()) });
		expect(outcome.error).toBeUndefined();
		return outcome;
	};

	it('task-digest.json: every open task that is due once, for its teammate, out of one list', async () => {
		const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
		const due = [...sandbox().state.tasks.all()].filter(
			({ archivedAt, completedAt, dueDate }) =>
				archivedAt === null && completedAt === null && dueDate !== null && dueDate < tomorrow,
		);
		const outcome = await run('task-digest.json');
		const messages = outcome.items('Digest').map(({ json }) => json);
		expect(messages).toHaveLength(new Set(due.map(({ assignedToId }) => assignedToId)).size);
		const lines = messages.flatMap(({ text }) => String(text).split('\n').slice(1));
		expect(lines.sort()).toEqual(
			due.map(({ dueDate, name }) => `${dueDate?.slice(0, 10)}: ${name}`).sort(),
		);
		const [admin] = [...sandbox().state.admins.all()].filter(({ id }) =>
			due.some(({ assignedToId }) => assignedToId === id),
		);
		expect(messages.map(({ email }) => email)).toContain(admin.email);
		const lists = sandbox().requests.filter(({ path }) => path === '/resources/tasks');
		const live = [...sandbox().state.tasks.all()].filter(({ archivedAt }) => archivedAt === null);
		expect(lists).toHaveLength(Math.ceil(live.length / 100));
	});
});
